import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SearchButton } from '@/features/search/components/search-button';
import { useChunk } from '@/hooks/use-chunk';
import { pathOf } from './hit-path';

const loadDialog = () => import('@/features/search/components/search-dialog');
const loadSearch = () => import('./search-hits');

/** The search over everything: a button for bar and rail, and a dialog, which Ctrl or ⌘ and K open too. */
export function useStaffSearch(isStaff: boolean) {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useChunk(loadDialog, isOpen);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isSearch =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyK';
    // In a text with a toolbar the keys make a link.
    if (!isSearch || event.defaultPrevented || !isStaff) return;
    event.preventDefault();
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setIsOpen(true);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  if (!isStaff) return { button: undefined, dialog: null };
  return {
    button: <SearchButton onOpen={() => setIsOpen(true)} />,
    dialog: dialog && (
      <dialog.SearchDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        search={async (words, signal) => (await loadSearch()).searchEverything(words, signal)}
        onChoose={(hit) => {
          setIsOpen(false);
          void navigate(pathOf(hit));
        }}
      />
    ),
  };
}

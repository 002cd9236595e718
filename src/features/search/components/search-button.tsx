import { Search } from 'lucide-react';

export type SearchButtonProps = { onOpen: () => void };

/** Looks like a field in the rail; an icon in the bar of small screens. */
export function SearchButton({ onOpen }: SearchButtonProps) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="flex size-11 cursor-pointer items-center justify-center gap-3 rounded-control text-base text-muted transition-colors duration-control hover:text-ink desktop:w-full desktop:justify-start desktop:border desktop:border-line-strong desktop:bg-raised desktop:px-3 desktop:hover:border-ink [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]"
    >
      <Search aria-hidden="true" />
      <span className="max-desktop:sr-only">Search</span>
      <span aria-hidden="true" className="ms-auto text-small max-desktop:hidden">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  );
}

import type { ReactNode } from 'react';
import { Copy, Ellipsis, History } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';

export type RowMenuProps = {
  /** Of the document. */
  title: string;
  historyPath: string;
  isDuplicating: boolean;
  onDuplicate: () => void;
  /** Further items, above and below History and Duplicate. */
  first?: ReactNode;
  last?: ReactNode;
};

/** What can be done with a document in the list of staff, besides editing it. */
export function RowMenu(props: RowMenuProps) {
  const { title, historyPath, isDuplicating, onDuplicate, first, last } = props;
  return (
    <Menu
      trigger={
        <Button
          size="small"
          variant="quiet"
          aria-label={`More for ${title}`}
          isPending={isDuplicating}
          icon={<Ellipsis aria-hidden="true" />}
          className="w-9 shrink-0 px-0!"
        />
      }
    >
      {first}
      <MenuItem asChild>
        <Link to={historyPath}>
          <History aria-hidden="true" />
          History
        </Link>
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={onDuplicate}>
        Duplicate
      </MenuItem>
      {last}
    </Menu>
  );
}

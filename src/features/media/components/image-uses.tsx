import { Images } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { TextLink } from '@/components/ui/text-link';
import { paths } from '@/lib/paths';
import { countPlaces, type ImageUse, type ImageUsePart, type ImageVersions } from '../model';

const PART_LABELS: Record<ImageUsePart, string> = {
  hero: 'hero image',
  logo: 'client logo',
  gallery: 'gallery',
  cover: 'cover',
  text: 'text',
  avatar: 'portrait of the author',
  portrait: 'portrait of the member',
  changes: 'changes that wait',
  snapshot: 'deleted document',
};

const { adminCaseStudies: studies, adminPosts: posts, adminSite: site, adminPeople } = paths;

/** Where the uses of a kind can be changed. */
const PLACES: Record<
  ImageUse['kind'],
  { list: string; edit?: (id: string) => string; history?: (id: string) => string }
> = {
  'case-study': {
    list: studies,
    edit: paths.adminCaseStudyEdit.to,
    history: paths.adminCaseStudyHistory.to,
  },
  post: { list: posts, edit: paths.adminPostEdit.to, history: paths.adminPostHistory.to },
  'page-texts': {
    list: site,
    edit: paths.adminSiteEdit.to,
    history: paths.adminSiteHistory.to,
  },
  author: { list: posts },
  member: { list: adminPeople },
};

/** Deleted documents have to be restored on the list first. */
function addressOf({ kind, id, state }: ImageUse): string {
  const { list, edit } = PLACES[kind];
  return state === 'deleted' ? list : (edit?.(id) ?? list);
}

/** The title of texts is the key of their page. */
const titleOf = ({ kind, title }: Pick<ImageUse, 'kind' | 'title'>) =>
  kind === 'page-texts' ? `Page '${title}'` : title;

const keyOf = ({ kind, id, part }: ImageUse) => `${kind} ${id} ${part}`;

export function ImageUseList({ uses }: { uses: readonly ImageUse[] }) {
  return (
    <ul className="grid gap-1.5 text-base">
      {uses.map((use) => (
        <li key={keyOf(use)} className="flex flex-wrap items-center gap-x-2">
          <TextLink to={addressOf(use)}>{titleOf(use)}</TextLink>
          <span className="text-small text-muted">{PART_LABELS[use.part]}</span>
          {use.state === 'draft' && <Badge>Draft</Badge>}
          {use.state === 'deleted' && <Badge tone="warning">Deleted</Badge>}
        </li>
      ))}
    </ul>
  );
}

const VERSIONS_NAMED = 3;

function describeVersions(versions: readonly number[]): string {
  const named = versions.slice(0, VERSIONS_NAMED).join(', ');
  const more = versions.length - VERSIONS_NAMED;
  return `${versions.length === 1 ? 'version' : 'versions'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

function historyOf({ kind, id, state }: ImageVersions): string {
  const { list, history } = PLACES[kind];
  return state === 'deleted' ? list : (history?.(id) ?? list);
}

export function ImageVersionList({ owners }: { owners: readonly ImageVersions[] }) {
  return (
    <ul className="grid gap-1.5 text-base">
      {owners.map((owner) => (
        <li key={`${owner.kind} ${owner.id}`} className="flex flex-wrap items-center gap-x-2">
          <TextLink to={historyOf(owner)}>{titleOf(owner)}</TextLink>
          <span className="text-small text-muted">{describeVersions(owner.versions)}</span>
          {owner.state === 'deleted' && <Badge tone="warning">Deleted</Badge>}
        </li>
      ))}
    </ul>
  );
}

export type ImageUsesMenuProps = { title: string; uses: readonly ImageUse[] };

/** 'Used in 2 places', with a menu of the places. */
export function ImageUsesMenu({ title, uses }: ImageUsesMenuProps) {
  if (uses.length === 0) return <p className="px-2 text-small text-muted">Not used</p>;
  return (
    <Menu
      align="start"
      trigger={
        <Button
          size="small"
          variant="quiet"
          icon={<Images aria-hidden="true" />}
          className="px-2! font-medium whitespace-nowrap text-muted max-desktop:[&>svg]:hidden"
        >
          Used in {countPlaces(uses.length)}
          <span className="sr-only"> ({title})</span>
        </Button>
      }
    >
      {uses.map((use) => (
        <MenuItem key={keyOf(use)} asChild>
          <Link to={addressOf(use)}>
            <span className="min-w-0">
              <span className="block max-w-72 truncate">{titleOf(use)}</span>
              <span className="block text-small text-muted">
                {PART_LABELS[use.part]}
                {use.state === 'draft' && ', draft'}
                {use.state === 'deleted' && ', deleted'}
              </span>
            </span>
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}

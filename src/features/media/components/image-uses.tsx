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
  snapshot: 'deleted document',
};

/** The page where the use can be changed. Deleted documents have to be restored there first. */
function addressOf({ kind, id, state }: ImageUse): string {
  if (kind === 'member') return paths.adminPeople;
  if (kind === 'case_study') {
    return state === 'deleted' ? paths.adminCaseStudies : paths.adminCaseStudyEdit.to(id);
  }
  return kind === 'post' && state !== 'deleted' ? paths.adminPostEdit.to(id) : paths.adminPosts;
}

const keyOf = ({ kind, id, part }: ImageUse) => `${kind} ${id} ${part}`;

export function ImageUseList({ uses }: { uses: readonly ImageUse[] }) {
  return (
    <ul className="grid gap-1.5 text-base">
      {uses.map((use) => (
        <li key={keyOf(use)} className="flex flex-wrap items-center gap-x-2">
          <TextLink to={addressOf(use)}>{use.title}</TextLink>
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

/** The page of the history. Deleted documents have to be restored first. */
function historyOf({ kind, id, state }: ImageVersions): string {
  if (state === 'deleted') return kind === 'post' ? paths.adminPosts : paths.adminCaseStudies;
  return kind === 'post' ? paths.adminPostHistory.to(id) : paths.adminCaseStudyHistory.to(id);
}

export function ImageVersionList({ owners }: { owners: readonly ImageVersions[] }) {
  return (
    <ul className="grid gap-1.5 text-base">
      {owners.map((owner) => (
        <li key={`${owner.kind} ${owner.id}`} className="flex flex-wrap items-center gap-x-2">
          <TextLink to={historyOf(owner)}>{owner.title}</TextLink>
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
              <span className="block max-w-72 truncate">{use.title}</span>
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

import { format } from 'date-fns';
import { Eye, Pencil } from 'lucide-react';
import { Image } from '@/components/image';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { RowMenu } from '@/documents/components/row-menu';
import { StateBadge } from '@/documents/components/state-badge';
import { paths } from '@/lib/paths';
import { focusOf } from '@/lib/picture-facts';
import type { StaffCaseStudy } from '../staff-api';

const TAGS_SHOWN = 2;

export type StaffCaseStudyCardProps = {
  study: StaffCaseStudy;
  /** Of the badge; undefined without changes. */
  changes: string | undefined;
  isDuplicating: boolean;
  onDuplicate: () => void;
};

export function StaffCaseStudyCard({
  study,
  changes,
  isDuplicating,
  onDuplicate,
}: StaffCaseStudyCardProps) {
  const { id, title, description, heroImageUrl, pictureFacts, clientName, serviceTags, updatedAt } =
    study;
  return (
    // There can be hundreds of cards: those off screen are not laid out or painted.
    <li className="relative grid min-w-0 grid-cols-[8rem_minmax(0,1fr)] items-start overflow-hidden rounded-control border border-line bg-raised [contain-intrinsic-size:auto_12rem] [content-visibility:auto] tablet:flex tablet:flex-col tablet:items-stretch tablet:[contain-intrinsic-size:auto_25rem]">
      <div className="max-tablet:py-4 max-tablet:ps-4">
        {heroImageUrl === null ? (
          <p className="grid aspect-video place-items-center bg-sunken text-small text-muted">
            No image
          </p>
        ) : (
          <Image
            src={heroImageUrl}
            focus={focusOf(pictureFacts, heroImageUrl)}
            alt=""
            aspect="card"
            sizes="(min-width: 768px) 22rem, 7rem"
            className="max-tablet:rounded-control"
          />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-4">
        <StateBadge
          state={study.state}
          changes={changes}
          className="mb-2 self-start tablet:absolute tablet:start-3 tablet:top-3"
        />
        <h2
          dir="auto"
          title={title}
          className="sans-heading text-base leading-snug tablet:line-clamp-2"
        >
          {title}
        </h2>
        {clientName !== null && (
          <p dir="auto" className="text-small [overflow-wrap:anywhere] text-muted">
            {clientName}
          </p>
        )}
        <p dir="auto" className="mt-2 line-clamp-2 text-small text-muted">
          {description ?? <span className="italic">No description provided</span>}
        </p>
        {serviceTags.length > 0 && (
          <ul aria-label="Services" className="mt-3 flex flex-wrap gap-1.5">
            {serviceTags.slice(0, TAGS_SHOWN).map((tag) => (
              <li key={tag} className="max-w-full">
                <Badge icon={null}>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-auto pt-4">
          <p className="text-small text-muted">
            {study.state === 'scheduled' && study.publishedAt !== null && (
              <>
                Appears{' '}
                <time dateTime={study.publishedAt}>
                  {format(study.publishedAt, 'MMM d, HH:mm')}
                </time>
                <br />
              </>
            )}
            Updated <time dateTime={updatedAt}>{format(updatedAt, 'MMM d, yyyy')}</time>
          </p>
          <div className="mt-3 flex gap-2">
            <ButtonLink
              to={paths.adminCaseStudyEdit.to(id)}
              size="small"
              icon={<Pencil aria-hidden="true" />}
              className="flex-1"
            >
              Edit<span className="sr-only"> {title}</span>
            </ButtonLink>
            <ButtonLink
              to={paths.adminCaseStudyPreview.to(id)}
              size="small"
              variant="quiet"
              icon={<Eye aria-hidden="true" />}
              className="max-tablet:px-2.5! tablet:flex-1"
            >
              <span className="max-tablet:sr-only">Preview</span>
              <span className="sr-only"> {title}</span>
            </ButtonLink>
            <RowMenu
              title={title}
              historyPath={paths.adminCaseStudyHistory.to(id)}
              {...{ isDuplicating, onDuplicate }}
            />
          </div>
        </div>
      </div>
    </li>
  );
}

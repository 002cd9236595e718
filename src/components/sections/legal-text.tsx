import { clsx } from 'clsx';
import { TextLink } from '@/components/ui/text-link';
import { useSectionInView } from '@/hooks/use-section-in-view';
import type { LegalBlock, LegalDocument, LegalSection, LegalTable } from '@/content/legal';
import { telephoneLink } from '@/lib/links';
import { motif } from '@brand/motif';

export type LegalTextProps = {
  sections: LegalDocument['sections'];
  /** Below the last section. */
  notice: string | null;
};

/** Numbered sections beside a sticky table of contents; printed, one column. */
export function LegalText({ sections, notice }: LegalTextProps) {
  const current = useSectionInView(sections.map(({ id }) => id).join(' '));
  return (
    <div className="mx-auto grid max-w-content gap-x-12 gap-y-10 px-gutter pt-6 pb-section desktop:grid-cols-12 wide:px-0 print:block print:p-0">
      <nav
        aria-labelledby="contents"
        className="desktop:sticky desktop:top-[calc(var(--header-height)+2rem)] desktop:col-span-4 desktop:max-h-[calc(100dvh-var(--header-height)-4rem)] desktop:self-start desktop:overflow-y-auto print:hidden"
      >
        <h2 id="contents" className="sans-heading text-small text-muted">
          Contents
        </h2>
        <ol
          className={clsx(
            'mt-3 border-t border-line text-base tablet:max-desktop:columns-2 tablet:max-desktop:gap-x-12',
            motif === 'sky' && 'nimbus',
          )}
        >
          {sections.map(({ id, title }, index) => (
            <li key={id} className="break-inside-avoid border-b border-line">
              <a
                href={`#${id}`}
                aria-current={id === current ? 'true' : undefined}
                className="flex gap-3 py-2 hover:text-accent-text desktop:aria-[current]:font-semibold"
              >
                <span className="w-6 shrink-0 text-muted tabular-figures">{index + 1}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="min-w-0 desktop:col-span-8 desktop:col-start-5">
        <div className="grid gap-14 print:block">
          {sections.map((section, index) => (
            <Part key={section.id} section={section} number={index + 1} />
          ))}
        </div>
        {notice !== null && <p className="mt-14 text-small text-muted">{notice}</p>}
      </div>
    </div>
  );
}

function Part({ section, number }: { section: LegalSection; number: number }) {
  const headingId = `${section.id}-title`;
  return (
    <section id={section.id} aria-labelledby={headingId} className="until-near print:mb-6">
      <h2 id={headingId} className="flex gap-3 text-h3 break-after-avoid">
        <span className="shrink-0 whitespace-nowrap text-accent-text tabular-figures">
          {number}.
        </span>
        {section.title}
      </h2>
      <div className="mt-4 grid gap-4">
        {section.blocks.map((block, index) => (
          <Block key={index} block={block} />
        ))}
      </div>
    </section>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p className="max-w-measure">{block}</p>;
  if ('list' in block) {
    return (
      <ul className="grid max-w-measure dash-list gap-2 ps-6">
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  }
  if ('table' in block) return <Table {...block.table} />;
  const { email, phone, address } = block.contact;
  return (
    <address className="grid gap-1 border-s-2 border-accent ps-5">
      {address.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <span className="mt-2">
        <TextLink href={`mailto:${email}`}>{email}</TextLink>
      </span>
      <span>
        <TextLink href={telephoneLink(phone)}>{phone}</TextLink>
      </span>
    </address>
  );
}

/** On a phone the cells of a row stand below each other. */
function Table({ caption, columns, rows }: LegalTable) {
  return (
    <table className="w-full text-base max-tablet:block print:text-[9.5pt]">
      <caption className="mb-3 text-start text-small text-muted max-tablet:block">
        {caption}
      </caption>
      <thead className="max-tablet:sr-only">
        <tr className="border-b border-line-strong">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pe-6 text-start font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-tablet:block">
        {rows.map(([first, ...rest]) => (
          <tr
            key={first}
            className="break-inside-avoid border-b border-line align-top max-tablet:block max-tablet:py-4"
          >
            <th
              scope="row"
              className="py-3 pe-6 text-start font-semibold max-tablet:block max-tablet:p-0"
            >
              {first}
            </th>
            {rest.map((cell, index) => (
              <td
                key={columns[index + 1]}
                className="py-3 pe-6 max-tablet:block max-tablet:p-0 max-tablet:pt-2 tablet:min-w-38"
              >
                <span aria-hidden="true" className="block text-small text-muted tablet:hidden">
                  {columns[index + 1]}
                </span>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { clsx } from 'clsx';
import type { Value } from '@/content/about';
import { Image } from '@/components/image';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';

// Each narrower than the one before, aligned at the bottom of the pictures.
const spanClasses = ['desktop:col-span-5', 'desktop:col-span-4', 'desktop:col-span-3'];

export function ValueList({ values }: { values: readonly Value[] }) {
  return (
    <ul className="grid gap-x-10 gap-y-12 desktop:grid-cols-12 desktop:grid-rows-[auto_auto]">
      {values.map(({ id, title, text, image, imageAlt }, index) => (
        <li
          key={id}
          className={clsx(
            'grid gap-x-10 gap-y-5 tablet:max-desktop:grid-cols-[2fr_3fr] tablet:max-desktop:items-center desktop:row-span-2 desktop:grid-rows-subgrid',
            spanClasses[index % spanClasses.length],
          )}
        >
          <Image
            image={image}
            alt={imageAlt}
            aspect="thumbnail"
            sizes={`(min-width: 1024px) 40vw, (min-width: 768px) 35vw, ${COLUMN_ON_PHONE}`}
            className="rounded-picture desktop:self-end"
          />
          <div>
            <h3 className="text-h3">{title}</h3>
            <p className="mt-3 max-w-measure text-pretty text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

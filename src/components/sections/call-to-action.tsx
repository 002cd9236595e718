import type { CSSProperties, ReactNode } from 'react';
import { motif } from '@brand/motif';
import { CloudBank } from '@/components/layout/cloud-bank';
import { Stars, type Scene } from '@/components/layout/sky-shapes';

export type CallToActionProps = {
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  /** Small text below the buttons: what happens next, other ways to contact us. */
  note?: ReactNode;
  /** Another one than at the top of the page; decoration. */
  scene: Scene;
  id?: string;
};

/** The last section of a page: a night sky in both themes, in the colour of the footer below. */
export function CallToAction({ title, text, actions, note, scene, id }: CallToActionProps) {
  return (
    <section
      id={id}
      className="no-print dark relative isolate z-1 mt-10 bg-sunken text-ink tablet:mt-20"
    >
      <CloudBank isFar className="absolute bottom-full -z-10 h-11 text-cloud tablet:h-28" />
      <CloudBank className="absolute bottom-full -z-10 -mb-px h-8 text-sunken tablet:h-20" />
      <Stars className="absolute inset-x-0 top-0 -z-10 h-24! desktop:h-28!" />
      <div className="until-near mx-auto max-w-content px-gutter pt-16 pb-60 tablet:pb-20 wide:px-0">
        <div className="tablet:max-w-[62%]">
          <h2 className="text-[clamp(2.25rem,1.5rem+3.2vw,4.25rem)] leading-[1.05] tracking-[-0.025em]">
            {title}
          </h2>
          {text !== undefined && (
            <div className="mt-6 max-w-[38rem] text-lead text-muted">{text}</div>
          )}
          {actions !== undefined && <div className="mt-9 flex flex-wrap gap-4">{actions}</div>}
          {note !== undefined && (
            <div className="mt-7 max-w-measure text-base text-muted">{note}</div>
          )}
        </div>
      </div>
      {motif === 'sky' && (
        <div
          className="closing-scene"
          style={{ '--night': `url(/scenes/${scene}-night.svg)` } as CSSProperties}
        />
      )}
    </section>
  );
}

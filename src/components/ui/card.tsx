import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';

export type CardProps = ComponentProps<'div'>;

/** A box with a border and no shadow. */
export function Card({ className, ...rest }: CardProps) {
  return (
    <div className={clsx('rounded-control border border-line bg-raised', className)} {...rest} />
  );
}

export type CardHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  headingLevel?: 2 | 3;
  id?: string;
};

export function CardHeader({ title, description, actions, headingLevel = 2, id }: CardHeaderProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-4 tablet:px-6">
      <div className="min-w-0">
        <Heading id={id} className="sans-heading text-base">
          {title}
        </Heading>
        {description !== undefined && <p className="mt-0.5 text-small text-muted">{description}</p>}
      </div>
      {actions}
    </div>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={clsx('p-5 tablet:p-6', className)} {...rest} />;
}

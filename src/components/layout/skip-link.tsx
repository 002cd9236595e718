export const MAIN_ID = 'main';

export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:rounded-control focus:bg-raised focus:px-5 focus:py-3 focus:font-semibold focus:text-ink focus:shadow-soft"
    >
      Skip to content
    </a>
  );
}

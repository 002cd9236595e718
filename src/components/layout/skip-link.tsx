export const MAIN_ID = 'main';

export function SkipLink() {
  return (
    <a href={`#${MAIN_ID}`} className="skip-link">
      Skip to content
    </a>
  );
}

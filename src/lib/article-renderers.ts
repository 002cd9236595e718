import type { ConnectionClass } from './images/connection';
import { lazyFunction, type LazyFunction } from './lazy-function';

/**
 * Turns the stored text of an article into sanitised HTML, or into null if it cannot be rendered.
 * A prerendered article does not need it.
 */
export type ArticleRenderer = LazyFunction<
  (source: string, connection: ConnectionClass) => string | null
>;

/** For the HTML of a post (11 kB). */
export const postRenderer: ArticleRenderer = lazyFunction(
  async () => (await import('./sanitize-html')).sanitizeHtml,
);

/** For the Markdown of a case study's part (60 kB). */
export const partRenderer: ArticleRenderer = lazyFunction(async () => {
  const { renderPart } = await import('./render-part');
  return (markdown, connection) => {
    const { html, problem } = renderPart(markdown, connection);
    return problem === null ? html : null;
  };
});

import { countWords } from '@contracts/words/reading-time';
import { renderMarkdown } from '../../supabase/functions/_shared/markdown.ts';
import { MarkdownError } from '../../supabase/functions/_shared/markdown-limits.ts';
import { sanitizeHtml } from './sanitize-html';

export type RenderedPost = {
  /** Sanitised. */
  html: string;
  words: number;
  /** Why the text cannot be rendered, for its author; null when it can. */
  problem: string | null;
};

let last: { markdown: string; rendered: RenderedPost } | undefined;

/** Renders Markdown as the service does on saving. The last result is cached: several parts of the form need it. */
export function renderPost(markdown: string): RenderedPost {
  if (last?.markdown !== markdown) last = { markdown, rendered: render(markdown) };
  return last.rendered;
}

function render(markdown: string): RenderedPost {
  try {
    const html = renderMarkdown(markdown);
    return { html: sanitizeHtml(html), words: countWords(html), problem: null };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    return { html: '', words: 0, problem: error.message };
  }
}

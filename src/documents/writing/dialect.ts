import type { Root } from 'mdast';
import { parsePart } from '@/lib/parse-part';
import { parsePost } from '../../../supabase/functions/_shared/markdown-parser.ts';
import type { Dialect } from './schema';

/**
 * Parses a text as the public page does.
 *
 * @throws MarkdownError for a text that cannot be rendered
 */
export function parseText(source: string, dialect: Dialect): Root {
  return dialect === 'post' ? parsePost(source) : parsePart(source);
}

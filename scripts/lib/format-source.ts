import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { root } from './install.mjs';

const style = JSON.parse(readFileSync(`${root}.oxfmtrc.json`, 'utf8'));

/** A generated text in the layout that `npm run check` asks for. The end of `file` says the language. */
export async function formatSource(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, style);
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be laid out: ${error.message}`);
  return code;
}

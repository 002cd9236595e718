import type { Texts } from './apply-texts';
import { contactBlock, type LegalBlock } from './legal';

const CONTACT = '[contact]';
const TABLE = /^Table: /;

/**
 * The blocks of a legal section as a text to edit: paragraphs between empty lines, list items with `- `, tables with
 * `|` below `Table: ` and their caption, `[contact]` for the address of the agency.
 */
export function textOfBlocks(blocks: readonly LegalBlock[]): string {
  return blocks
    .map((block) => {
      if (typeof block === 'string') return block;
      if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
      if ('contact' in block) return CONTACT;
      const { caption, columns, rows } = block.table;
      return [`Table: ${caption}`, ...[columns, ...rows].map(lineOf)].join('\n');
    })
    .join('\n\n');
}

/** The texts of a legal page with the blocks of its sections. */
export function withBlocks({ sections, ...texts }: Texts): Texts {
  if (!Array.isArray(sections)) return texts;
  const rows = sections.map((row) => ({ ...row, blocks: blocksOfText(String(row.blocks)) }));
  return { ...texts, sections: rows };
}

export function blocksOfText(text: string): LegalBlock[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(blockOf);
}

function blockOf(part: string): LegalBlock {
  const lines = part.split('\n');
  if (part === CONTACT) return contactBlock;
  if (lines.every((line) => line.startsWith('- '))) {
    return { list: lines.map((line) => line.slice(2).trim()) };
  }
  const [caption = '', columns = '', ...rows] = lines;
  if (TABLE.test(caption) && columns.includes('|')) {
    const table = { caption: caption.replace(TABLE, ''), columns: cellsOf(columns) };
    return { table: { ...table, rows: rows.map(cellsOf) } };
  }
  return lines.join(' ');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}

function cellsOf(line: string): string[] {
  const cells = line.split('|').map((cell) => cell.trim());
  return line.trim().startsWith('|') ? cells.slice(1, -1) : cells;
}

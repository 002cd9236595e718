// Turns parsed Markdown into nodes of the writing surface.
import type { Link, List, ListItem, Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import { Mark, type MarkType, type Node } from 'prosemirror-model';
import { parseVideo } from '@contracts/video';
import { isIntendedList } from '@/lib/parse-part';
import { schemas, type Dialect, type LinkForm } from './schema';

/** The surface cannot hold it without losing something. */
class UnheldError extends Error {}

export type Parsed = { source: string; dialect: Dialect };

/** The node of a top-level block; null if the surface cannot hold it. */
export function toSurface(block: RootContent, parsed: Parsed): Node | null {
  try {
    const { source, dialect } = parsed;
    if (dialect === 'part' && block.type === 'list' && !isIntendedList(block, source)) return null;
    if (block.type === 'footnoteDefinition') {
      return schemas[dialect].node(
        'footnote_definition',
        { label: block.label ?? block.identifier },
        [...blocksOf(block.children, parsed)],
      );
    }
    return videoOf(block, parsed) ?? blockOf(block, parsed);
  } catch (error) {
    if (error instanceof UnheldError) return null;
    throw error;
  }
}

function videoOf(block: RootContent, parsed: Parsed): Node | null {
  if (block.type !== 'paragraph' || block.children.length !== 1) return null;
  const [link] = block.children;
  if (link?.type !== 'link' || link.title) return null;
  const form = formOf(link, parsed);
  if (form === 'angled' || parseVideo(link.url) === null) return null;
  const [words] = link.children;
  if (words?.type !== 'text' || link.children.length > 1) return null;
  const { nodes } = schemas[parsed.dialect];
  return nodes.video.create({ url: link.url, title: form === 'bare' ? null : words.value });
}

function blocksOf(children: readonly RootContent[], parsed: Parsed): Node[] {
  const { nodes } = schemas[parsed.dialect];
  if (children.length === 0) return [nodes.paragraph.create()];
  return children.map((child) => blockOf(child, parsed));
}

function blockOf(block: RootContent, parsed: Parsed): Node {
  const { nodes } = schemas[parsed.dialect];
  switch (block.type) {
    case 'paragraph':
      return nodes.paragraph.create(null, inlineOf(block.children, parsed));
    case 'heading':
      return nodes.heading.create({ level: block.depth }, inlineOf(block.children, parsed));
    case 'blockquote':
      return nodes.blockquote.create(null, blocksOf(block.children, parsed));
    case 'thematicBreak':
      return nodes.horizontal_rule.create();
    case 'code':
      return nodes.code_block.create(
        { language: block.lang ?? '', meta: block.meta ?? null },
        block.value === '' ? [] : [nodes.text.schema.text(block.value)],
      );
    case 'list':
      return listOf(block, parsed);
    case 'table':
      return tableOf(block, parsed);
    default:
      throw new UnheldError(block.type);
  }
}

function listOf(list: List, parsed: Parsed): Node {
  const { nodes } = schemas[parsed.dialect];
  const marker = markerOf(list, parsed.source);
  const spread = list.spread ?? false;
  const items = list.children.map((item) =>
    nodes.list_item.create(
      { checked: item.checked ?? null, spread: item.spread ?? false },
      blocksOf(item.children, parsed),
    ),
  );
  return list.ordered
    ? nodes.ordered_list.create({ marker, spread, start: list.start ?? 1 }, items)
    : nodes.bullet_list.create({ marker, spread }, items);
}

function markerOf(list: List, source: string): string {
  const begin = offsetsOf(list.children[0])?.start ?? 0;
  return /[-+*.)]/.exec(source.slice(begin, begin + 12))?.[0] ?? (list.ordered ? '.' : '-');
}

function tableOf(table: Table, parsed: Parsed): Node {
  const { nodes } = schemas[parsed.dialect];
  const columns = Math.max(...table.children.map((row) => row.children.length));
  const rows = table.children.map((row, rowIndex) => {
    const type = rowIndex === 0 ? nodes.table_header : nodes.table_cell;
    const cells = Array.from({ length: columns }, (_, column) =>
      type.create(
        { align: table.align?.[column] ?? null },
        inlineOf(row.children[column]?.children ?? [], parsed),
      ),
    );
    return nodes.table_row.create(null, cells);
  });
  return nodes.table.create(null, rows);
}

function inlineOf(
  children: readonly PhrasingContent[],
  parsed: Parsed,
  marks: readonly Mark[] = Mark.none,
): Node[] {
  const { nodes, marks: types } = schemas[parsed.dialect];
  const within = (type: MarkType, node: { children: PhrasingContent[] }, attrs = {}) => {
    // The same mark twice is one mark here.
    if (marks.some((outer) => outer.type === type)) throw new UnheldError(type.name);
    const mark = type.create(attrs);
    if (node.children.length === 0) throw new UnheldError('empty');
    return inlineOf(node.children, parsed, mark.addToSet(marks));
  };
  return children.flatMap((child): Node[] => {
    switch (child.type) {
      case 'text':
        return linesOf(child.value, parsed.dialect, marks);
      case 'emphasis':
        return within(types.em, child, {
          sign: parsed.source[offsetsOf(child)?.start ?? 0] ?? '_',
        });
      case 'strong':
        return within(types.strong, child);
      case 'delete':
        return within(types.strike, child);
      case 'link':
        return within(types.link, child, {
          href: child.url,
          title: child.title ?? null,
          form: formOf(child, parsed),
        });
      case 'inlineCode':
        return [nodes.text.schema.text(child.value, types.code.create().addToSet(marks))];
      case 'break':
        return [nodes.hard_break.create(null, null, marks)];
      case 'image': {
        const { url: src, alt, title } = child;
        return [nodes.image.create({ src, alt: alt ?? '', title: title ?? null }, null, marks)];
      }
      case 'footnoteReference':
        return [
          nodes.footnote_reference.create({ label: child.label ?? child.identifier }, null, marks),
        ];
      default:
        throw new UnheldError(child.type);
    }
  });
}

/** A line end inside a paragraph is a line break in a part, and a blank in a post. */
function linesOf(text: string, dialect: Dialect, marks: readonly Mark[]): Node[] {
  const { nodes } = schemas[dialect];
  const end = dialect === 'part' ? nodes.hard_break : nodes.soft_break;
  return text
    .split(/\r?\n|\r/)
    .flatMap((line, index) => [
      ...(index > 0 ? [end.create(null, null, marks)] : []),
      ...(line === '' ? [] : [nodes.text.schema.text(line, marks)]),
    ]);
}

function formOf(link: Link, { source }: Parsed): LinkForm {
  const offsets = offsetsOf(link);
  const [words] = link.children;
  if (!offsets || words?.type !== 'text' || link.children.length > 1) return 'words';
  const written = source.slice(offsets.start, offsets.end);
  if (written === words.value) return 'bare';
  return written === `<${words.value}>` ? 'angled' : 'words';
}

export function offsetsOf(node: Nodes | ListItem | undefined) {
  const start = node?.position?.start.offset;
  const end = node?.position?.end.offset;
  return start === undefined || end === undefined ? null : { start, end };
}

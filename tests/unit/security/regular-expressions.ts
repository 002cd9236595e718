// Every regular expression of the product, found by parsing its sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';

export type Expression = { file: string; text: string };

type Call = ESTree.CallExpression | ESTree.NewExpression;

const FOLDERS = ['src', 'supabase/functions', 'scripts', 'quality'];

export function findExpressions(): { literal: Expression[]; composed: Expression[] } {
  const literal: Expression[] = [];
  const composed: Expression[] = [];
  for (const file of FOLDERS.flatMap((folder) => filesOf(folder, /(?<!\.spec)\.(?:ts|tsx|mjs)$/))) {
    const source = readFileSync(file, 'utf8');
    const { program, errors } = parseSync(file, source);
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
    const visitCall = ({ callee, arguments: [pattern] }: Call) => {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !pattern) return;
      composed.push({ file, text: source.slice(pattern.start, pattern.end) });
    };
    new Visitor({
      Literal: (node) => {
        if ('regex' in node) literal.push({ file, text: node.raw ?? '' });
      },
      CallExpression: visitCall,
      NewExpression: visitCall,
    }).visit(program);
  }
  return { literal, composed };
}

/** Regular expressions in the migrations: after `~` and in regexp_… functions. */
export function findSqlExpressions(): Expression[] {
  return filesOf('supabase/migrations', /\.sql$/).flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:!?~\*?\s*|\bregexp_\w+\s*\([^,']{1,200},\s*)E?'((?:[^']|'')*)'/g,
      ),
    ].map(([, text = '']) => ({ file, text })),
  );
}

function filesOf(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .filter((file) => !file.includes('/node_modules/'))
    .sort();
}

// Every regular expression of the product, found by parsing its sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export type Expression = { file: string; text: string };

const FOLDERS = ['src', 'supabase/functions', 'scripts', 'quality'];

export function findExpressions(): { literal: Expression[]; composed: Expression[] } {
  const literal: Expression[] = [];
  const composed: Expression[] = [];
  for (const file of FOLDERS.flatMap((folder) => filesOf(folder, /(?<!\.spec)\.(?:ts|tsx|mjs)$/))) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) literal.push({ file, text: node.text });
      if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        const isRegExp = ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
        const [pattern] = node.arguments ?? [];
        if (isRegExp && pattern) composed.push({ file, text: pattern.getText(source) });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
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

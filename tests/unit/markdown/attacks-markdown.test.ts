import { expect, test, vi } from 'vitest';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Processor time, because other processes may be running. */
function secondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

// Each took the function minutes, or all of its memory.
test.for([
  [
    'an address repeated by its references',
    `[a]: /${'u'.repeat(50_000)}\n\n${'[a] '.repeat(3000)}`,
  ],
  [
    'a title repeated by its references',
    `[a]: /b "${'t'.repeat(50_000)}"\n\n${'![a] '.repeat(3000)}`,
  ],
  [
    'a wide table with rows of one cell',
    `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'a\n'.repeat(3000)}`,
  ],
  ['a paragraph of references', '[a][b]'.repeat(16_000)],
  ['brackets that were never opened', ']'.repeat(100_000)],
  [
    'backticks that open code and do not end it',
    `${Array.from({ length: 300 }, (_, place) => '`'.repeat(place + 1)).join(' ')}${' a'.repeat(26_000)}`,
  ],
  ['quotes one after the other', '> a\n\n'.repeat(20_000)],
] as const)('R-08: %s is refused at once with a message', ([, markdown]) => {
  const refuse = () => expect(() => renderMarkdown(markdown)).toThrow(/too (?:large|many|deeply)/);
  expect(secondsOf(refuse)).toBeLessThan(5);
});

test('R-08: thousands of equal headings get unique ids in time', () => {
  let html = '';
  expect(secondsOf(() => (html = renderMarkdown('#\n'.repeat(5000))))).toBeLessThan(10);
  expect(html).toContain('id="section"');
  expect(html).toContain('id="section-5000"');
});

test('R-08: code that is nested too deep is refused with a message', () => {
  const code = '${'.repeat(9000);
  const render = () => renderMarkdown(`\`\`\`bash\n${code}\n\`\`\``);
  expect(render).toThrow('nested too deeply');
});

test('R-08: very long code keeps its language and is not highlighted', () => {
  const fence = (code: string) => `\`\`\`c\n${code}\n\`\`\`\n\n`;
  const short = fence('int a;');
  expect(secondsOf(() => renderMarkdown(fence('a\n'.repeat(20_000))))).toBeLessThan(5);
  const html = renderMarkdown(short + fence('int a;\n'.repeat(4000)) + short);
  expect(html.match(/<code class="[^"]*"/g)).toEqual([
    '<code class="hljs language-c"',
    '<code class="language-c"',
    '<code class="hljs language-c"',
  ]);
});

test('R-08: numbered ids avoid the ids of existing headings', () => {
  const ids = renderMarkdown('## A\n\n## A 2\n\n## A\n\n## A\n\n## A 2').match(/id="[^"]+"/g);
  expect(ids).toEqual(['a', 'a-2', 'a-3', 'a-4', 'a-2-2'].map((name) => `id="section-${name}"`));
});

test('ordinary texts pass: references, wide tables, many quotes', () => {
  const references = `${'[the site] '.repeat(500)}\n\n[the site]: https://example.com/a/long/address`;
  const table = `|${'a|'.repeat(12)}\n|${'-|'.repeat(12)}\n${`|${'b|'.repeat(12)}\n`.repeat(200)}`;
  const code = 'Press `a`, ``b ` c`` or ```d```. '.repeat(300);
  for (const text of [references, table, code, '> a\n\nb\n\n'.repeat(300), 'a] '.repeat(100)]) {
    expect(renderMarkdown(text)).not.toBe('');
  }
});

/**
 * Expressions that can take more than linear time, and why that is safe. The bound named is the
 * longest text that reaches them.
 */
export const JUDGED: Readonly<Record<string, string>> = {
  // These read our own sources and builds, or run on a developer's machine.
  [String.raw`/<[^>]+>/g`]: 'the logo given to npm run adopt',
  [String.raw`/<path [^>]*\/?>/g`]: 'letters drawn by satori',
  [String.raw`/\s*\/?>$/`]: 'letters drawn by satori',
  [String.raw`/--([\w-]+): (#[0-9a-f]{6});/g`]: 'brand/tokens.css',
  [String.raw`/\s*\n\s*/g`]: 'brand/favicon.svg',
  [String.raw`/<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/script\b/gi`]:
    'pages of our own build',
  [String.raw`/<link rel="stylesheet"[^>]*href="([^"]+)"/`]: 'index.html as Vite wrote it',
  [String.raw`/<!--[^>]*-->/g`]: 'index.html as Vite wrote it',
  [String.raw`/\s*<script type="module"[^>]*><\/script>/g`]: 'index.html as Vite wrote it',
  [String.raw`/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g`]: 'index.html as Vite wrote it',
  [String.raw`/\s*<title>[\s\S]*?<\/title>/`]: 'index.html as Vite wrote it',
  [String.raw`/\s*<meta\s+name="description"[\s\S]*?\/?>/`]: 'index.html as Vite wrote it',
  [String.raw`/<script type="module"[^>]* src="\/([^"]+)"/g`]: 'index.html as Vite wrote it',
  [String.raw`/https?:\/\/\S+\/#token_hash=\w+&type=\w+/`]: 'mails of the local Auth service',
  [String.raw`/[.:]+$/`]: 'messages of our own local backend',
  [String.raw`/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/`]: 'an argument on the command line',
  [String.raw`/\s*;\s*/`]: 'a header of the local preview: Node takes 16 kB',
  [String.raw`/(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g`]: 'a line of docs/acceptance.md',

  // Their input is short because of another rule.
  [String.raw`/\/+$/`]: 'settings, and paths of addresses: servers take 16 kB, which is 0.1 s',
  [String.raw`/(?<=.)\/+$/`]: 'the path of an address: servers take 16 kB, which is 0.1 s',
  [String.raw`/^\/[^/]+\/?(.*?)\/?$/`]: 'the path of a request: servers take 16 kB',
  [String.raw`/[\s,;:.–-]*\s\S*$/`]: 'cut to 160 characters before',
  [String.raw`/^-+|-+$/g`]: 'a slug of 80 characters',
  [String.raw`/^(.+?)\s+[—–]\s+([^—–\n]{2,120})$/s`]: 'a quote of 2000 characters',
  [String.raw`/^\s*"?([^"<>]*?)"?\s*<([^<>\s]+@[^<>\s]+)>\s*$/`]: 'the setting MAIL_FROM',
  [String.raw`/^\s*([^<>\s]+@[^<>\s]+)\s*$/`]: 'the setting MAIL_FROM',
  [String.raw`/\b(from|to|note)(?:_path)?: (.+)$/`]: 'a message of our own database function',

  // Slow in theory only.
  // Each part of a domain has at most 63 characters; recheck finds it safe in some runs only. 200,000 took 18 ms.
  ["/^(?:[\\w.!#$%&'*+/=?^`{|}~-]|[^\\p{ASCII}\\p{Z}\\p{C}])+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu"]:
    'an email of 254 characters',
  [String.raw`/<[^>]*>/g`]:
    'HTML of our own renderer, in which every < has its >; the database counts by the same one',
  [String.raw`/[a-z-]{1,40}:\/\/\S+/i`]: 'at most 40 steps at each place, and nothing behind \\S+',
  [String.raw`/^(?![ \t]*>).*\n[ \t]*>/gm`]: 'begins at lines only; 100,000 characters take 3 ms',
  [String.raw`/>|[-+*](?=[ \t])|\d{1,9}[.)]|\[\^(?:\\.|[^\][\\\s]){1,999}\]:/g`]:
    'at most 999 steps at each place: a text of 100,000 characters takes 0.2 s',
  [String.raw`/^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^(?:\\.|[^\][\\\s]){1,999}\]:))+/gm`]:
    'at most 999 steps at each place of a text of 100,000 characters',
  [String.raw`/constraint "(case_study_metrics|case_study_gallery|case_studies)_(\w+)"/`]:
    'too large for the checker; without anything repeated beside \\w+ up to a quote',
};

/** Composed at run time from our own constants. */
export const COMPOSED: readonly string[] = [
  '`^[0-9a-f]{${2 * CSRF_TOKEN_BYTES}}$`',
  '`"${table}_(\\\\w+)"`',
  '`(?!${JOINER_OF_WORDS.source}|${PART_OF_EMOJI.source})\\\\p{Cf}`',
  // An attribute of the page, from NOT_BUILT in scripts/lib/build/render-worker.ts.
  'unbuilt',
  // Names of tokens, from scripts/lib/adopt.
  '`--${name}: #[0-9a-f]{6};`',
  '`--${name}: (#[0-9a-f]{6})`',
  // Words of brand/, from scripts/lib/brand/brand-words.ts; escaped.
  "`(?<![\\\\p{L}\\\\p{N}/_])(?:${[...new Set(spelled)].map(literal).join('|')})(?![\\\\p{L}\\\\p{N}])`",
];

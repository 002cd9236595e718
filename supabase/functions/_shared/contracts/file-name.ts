// Names of stored objects, for the uploader that keeps the name of the file.
const KNOWN_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'pdf', 'doc', 'docx'];
const BASE_NAME_MAX = 200;

/**
 * Turns any file name into one that is safe as an object name. Letters are ASCII letters, because
 * storage refuses others in an object name; the extension comes out in lower case.
 *
 * `''` gives `'unnamed_file'`; every other result is `<base>.<extension>`.
 */
export function sanitizeFileName(name: string): string {
  if (name === '') return 'unnamed_file';
  const dot = name.lastIndexOf('.');
  const base = dot === -1 ? name : name.slice(0, dot);
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  const clean = base.replace(/[^A-Za-z0-9.-]/g, '_').replace(/_{2,}/g, '_');
  const cut = stripSeparators(stripSeparators(clean).slice(0, BASE_NAME_MAX));
  return `${cut || 'file'}.${KNOWN_EXTENSIONS.includes(extension) ? extension : 'txt'}`;
}

// Index loops, not /[._-]+$/: that expression takes quadratic time on long runs of separators.
function stripSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && '._-'.includes(text.charAt(start))) start += 1;
  while (end > start && '._-'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

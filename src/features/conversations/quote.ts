const SEPARATOR = /^(?:-{2,} ?[\p{L} ]{4,40} ?-{2,}|_{10,})$/u;

/** 'Sent: Friday', also in bold of a mail that was HTML: '*Sent:* Friday'. */
const FIELD = /^\*?(\p{L}[\p{L} ]{0,24}?) ?:\*? ?\S/u;
const FIELDS_MIN = 3;
const ADDRESS = /[<[][^<>[\]\s@]+@[^<>[\]\s@]+[>\]]/;
const TIME = /\b\d{1,2}[.:]\d\d\b/;
const YEAR = /\b20\d\d\b/;
/** The first field of Outlook's header, which names no address when it is a contact. */
const FROM =
  /^(?:From|Von|Fra|Från|Van|De|Da|Od|Nga|Feladó|Lähettäjä|Kimden|Gönderen|Kimdan|Από|От|Од|Від|Шаље|发件人|寄件者|差出人|보낸 사람|من|מאת)$/iu;

/**
 * Separates what the sender wrote from the quoted history at the end: lines after '>' with the line that
 * introduces them, or everything from a line like '-- Original Message --', from the header of another mail, or from
 * '… <address> wrote:' on.
 */
export function splitQuote(text: string): { own: string; quoted: string | null } {
  const lines = text.split('\n');
  let start = lines.findIndex(
    (line, at) =>
      SEPARATOR.test(line.trim()) || isHeaderOfMail(lines, at) || isIntroduction(lines, at),
  );
  if (start < 0) start = startOfQuote(lines);
  const own = lines.slice(0, start).join('\n').trimEnd();
  // A mail of quotes only is shown whole.
  if (start >= lines.length || own === '') return { own: text, quoted: null };
  return { own, quoted: lines.slice(start).join('\n') };
}

/**
 * Outlook and GMX put the header of the mail above it, in the language of its reader: three lines or more of a name and
 * a value, among them an address and a time.
 */
function isHeaderOfMail(lines: readonly string[], at: number): boolean {
  if (at > 0 && lines[at - 1]?.trim() !== '') return false;
  const rest = lines.slice(at, at + 8).map((line) => line.trim());
  const end = rest.findIndex((line) => !FIELD.test(line));
  const fields = end < 0 ? rest : rest.slice(0, end);
  const header = fields.join('\n');
  return (
    fields.length >= FIELDS_MIN &&
    TIME.test(header) &&
    YEAR.test(header) &&
    (ADDRESS.test(header) || FROM.test(FIELD.exec(fields[0] ?? '')?.[1] ?? ''))
  );
}

/** 'On Friday, 20 November 2026, Ada <ada@a.example> wrote:' in any language, maybe wrapped, above a text without marks. */
function isIntroduction(lines: readonly string[], at: number): boolean {
  if (at > 0 && lines[at - 1]?.trim() !== '') return false;
  const block = lines.slice(at, at + 3).map((line) => line.trim());
  const end = block.findIndex((line) => line.endsWith(':') || line === '');
  const sentence = block.slice(0, end + 1).join(' ');
  return (
    sentence.endsWith(':') && ADDRESS.test(sentence) && YEAR.test(sentence) && TIME.test(sentence)
  );
}

function startOfQuote(lines: readonly string[]): number {
  const isBlank = (at: number) => lines[at]?.trim() === '';
  let start = lines.length;
  while (start > 0 && (isBlank(start - 1) || lines[start - 1]?.startsWith('>'))) start -= 1;
  if (!lines.slice(start).some((line) => line.startsWith('>'))) return lines.length;
  // 'On Nov 20 Ada wrote:', in any language, maybe wrapped to two lines.
  if (lines[start - 1]?.trimEnd().endsWith(':')) {
    start -= 1;
    if (start > 0 && !isBlank(start - 1) && isBlank(start - 2)) start -= 1;
  }
  return start;
}

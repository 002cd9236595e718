import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { findEmbed, toLinkMarkdown, toVideoMarkdown, type PastedEmbed } from '../pasted-embed';
import type { TextTarget } from '../text-target';
import type { Dialect } from '../writing/schema';

export type PastedPicture = {
  address: string;
  alt: string;
  /** The Markdown that stands in the text until the picture is stored. */
  place: string;
};

type TransferOptions = {
  dialect: Dialect;
  /** Stores pictures of pasted HTML; without it they are left out. */
  onPictures: ((pictures: readonly PastedPicture[]) => void) | undefined;
};

const loadConverter = () => import('../writing/html-to-markdown');

/** What is pasted or dropped into a text: HTML as Markdown, links, and the offer to insert a video. */
export function useTransfer(target: TextTarget, { dialect, onPictures }: TransferOptions) {
  const [embed, setEmbed] = useState<PastedEmbed | null>(null);
  const [note, setNote] = useState('');
  const isPlain = usePlainPaste();

  /** @returns whether the browser or the surface has nothing more to do */
  function transfer(event: Event, data: DataTransfer): boolean {
    const text = data.getData('text/plain').replace(/\r\n?/g, '\n');
    const html = data.getData('text/html');
    // Pictures are taken by the frame around the text.
    if (data.files.length > 0 && text === '' && html === '') return true;
    setNote('');
    setEmbed(null);
    if (text === '' && html === '') return false;
    const isLiteral = isPlain.current || target.isInCode();
    const found = isLiteral ? null : findEmbed(text);
    const isMarkup = !isLiteral && html !== '' && !isOurs(html);
    setEmbed(found);
    if (found?.video || found?.address === null) {
      if (target.isNative) return false;
      target.insertPlain(text);
    } else if (found) {
      const { address, code, title } = found;
      target.insert(text.replace(code, () => toLinkMarkdown(title, address)));
    } else if (!isLiteral && isAddress(text) && target.link(text.trim())) {
      // Linked.
    } else if (isMarkup) void insertHtml(html, text);
    else if (target.isNative) return false;
    else if (isLiteral) target.insertPlain(text);
    else target.insert(text);
    event.preventDefault();
    return true;
  }

  async function insertHtml(html: string, text: string) {
    let converted;
    try {
      const { htmlToMarkdown } = await loadConverter();
      converted = htmlToMarkdown(html, dialect);
    } catch {
      // Not downloaded, or beyond the limits of the parser.
      target.insert(text);
      return;
    }
    const { markdown, pictures } = converted;
    const stored = onPictures ? pictures.filter(({ address }) => isStorable(address)) : [];
    let kept = markdown;
    const places = pictures.map((picture) => {
      const place = `![Uploading picture, ${crypto.randomUUID().slice(0, 4)}…]()`;
      const isStored = stored.includes(picture);
      kept = kept.replace(picture.mark, () => (isStored ? place : ''));
      return { address: picture.address, alt: picture.alt, place };
    });
    if (kept.trim() === '' && pictures.length === 0) target.insert(text);
    else target.insert(kept.replace(/\n{3,}/g, '\n\n').trim());
    setNote(leftOut(pictures.length - stored.length, onPictures !== undefined));
    const storable = places.filter(({ address }) => stored.some((one) => one.address === address));
    if (storable.length > 0) onPictures?.(storable);
  }

  /** Replaces what was pasted. */
  function answer(write: (found: PastedEmbed) => void) {
    if (embed) write(embed);
    setEmbed(null);
    target.focus();
  }

  const video = embed?.video;
  const message = embed ? messageOf(embed) : note;
  const offer: ReactNode = (
    <div className={message === '' ? undefined : 'mt-2 rounded-control bg-sky-soft px-4 py-3'}>
      <p role="status" className="text-base">
        {message}
      </p>
      {message !== '' && (
        <div className="mt-2 flex flex-wrap gap-2">
          {video ? (
            <>
              <Button
                size="small"
                variant="primary"
                onClick={() =>
                  answer(({ code, title }) =>
                    target.replaceByBlock(code, toVideoMarkdown(video, title)),
                  )
                }
              >
                Insert
              </Button>
              <Button
                size="small"
                onClick={() =>
                  answer(({ code, isAddress: isAlone }) =>
                    target.replace(code, isAlone ? `<${code}>` : toInlineCode(code)),
                  )
                }
              >
                Keep as text
              </Button>
            </>
          ) : (
            <Button
              size="small"
              onClick={() => {
                setEmbed(null);
                setNote('');
              }}
            >
              Close
            </Button>
          )}
        </div>
      )}
    </div>
  );
  return { transfer, offer };
}

/** True from the keys Ctrl or ⌘, Shift and V until they are released. */
function usePlainPaste() {
  const isPlain = useRef(false);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const isPressed = event.type === 'keydown' && event.code === 'KeyV';
      isPlain.current = isPressed && event.shiftKey && (event.ctrlKey || event.metaKey);
    };
    window.addEventListener('keydown', listener, { capture: true });
    window.addEventListener('keyup', listener, { capture: true });
    return () => {
      window.removeEventListener('keydown', listener, { capture: true });
      window.removeEventListener('keyup', listener, { capture: true });
    };
  }, []);
  return isPlain;
}

function messageOf({ video, address }: PastedEmbed): string {
  if (video) return `This is a ${video.host} video. Insert it as a video?`;
  if (address === null) return 'This embed code has no web address, so visitors will not see it.';
  const { hostname } = new URL(address);
  return `Only videos of YouTube and Vimeo can be embedded. The page of ${hostname} was inserted as a link.`;
}

const isAddress = (text: string) => /^\s*(?:https?:\/\/|mailto:|tel:)\S+\s*$/i.test(text);

/** Copied from a writing surface: its plain text is the Markdown. */
const isOurs = (html: string) => html.includes('data-pm-slice');

const isStorable = (address: string) => /^(?:data:image\/|https:\/\/)/i.test(address);

function leftOut(count: number, canStore: boolean): string {
  if (count <= 0) return '';
  const pictures = count === 1 ? 'One picture was' : `${count} pictures were`;
  const reason = canStore
    ? 'the program did not put it on the clipboard'
    : 'pictures of a study belong into its gallery';
  return `${pictures} left out: ${reason}.`;
}

/** On one line, between backticks. */
function toInlineCode(code: string): string {
  return `\`${code.replace(/\s+/g, ' ').replaceAll('`', '')}\``;
}

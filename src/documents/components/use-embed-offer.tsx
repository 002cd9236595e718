import { useState, type ClipboardEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { findEmbed, toLinkMarkdown, toVideoMarkdown, type PastedEmbed } from '../pasted-embed';
import { insertText } from '../text-insertion';

type EmbedOffer = {
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** The question or message, for below the text area. */
  offer: ReactNode;
};

/**
 * Asks about a pasted video whether to insert it as one. The embed code of another page becomes a link,
 * because only videos can be embedded.
 *
 * @param id of the text area
 */
export function useEmbedOffer(id: string): EmbedOffer {
  const [embed, setEmbed] = useState<PastedEmbed | null>(null);

  function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    const found = findEmbed(pasted);
    setEmbed(found);
    if (!found || found.video || found.address === null) return;
    event.preventDefault();
    const link = toLinkMarkdown(found.title, found.address);
    insertText(
      event.currentTarget,
      pasted.replace(found.code, () => link),
    );
  }

  /** Replaces what was pasted, so that the browser can undo it. */
  function answer(write: (code: string, before: string, after: string) => string) {
    const textarea = document.getElementById(id);
    if (embed && textarea instanceof HTMLTextAreaElement) {
      const { value } = textarea;
      const start = value.lastIndexOf(embed.code);
      const end = start + embed.code.length;
      textarea.focus();
      if (start >= 0) {
        textarea.setSelectionRange(start, end);
        insertText(textarea, write(embed.code, value.slice(0, start), value.slice(end)));
      }
    }
    setEmbed(null);
  }

  const video = embed?.video;
  return {
    onPaste: handlePaste,
    offer: (
      <div className={embed ? 'mt-2 rounded-control bg-sky-soft px-4 py-3' : undefined}>
        <p role="status" className="text-base">
          {embed && messageOf(embed)}
        </p>
        {embed && (
          <div className="mt-2 flex flex-wrap gap-2">
            {video ? (
              <>
                <Button
                  size="small"
                  variant="primary"
                  onClick={() =>
                    answer((_code, before, after) =>
                      onOwnLine(toVideoMarkdown(video, embed.title), before, after),
                    )
                  }
                >
                  Insert
                </Button>
                <Button
                  size="small"
                  onClick={() =>
                    answer((code) => (embed.isAddress ? `<${code}>` : toInlineCode(code)))
                  }
                >
                  Keep as text
                </Button>
              </>
            ) : (
              <Button size="small" onClick={() => setEmbed(null)}>
                Close
              </Button>
            )}
          </div>
        )}
      </div>
    ),
  };
}

function messageOf({ video, address }: PastedEmbed): string {
  if (video) return `This is a ${video.host} video. Insert it as a video?`;
  if (address === null) return 'This embed code has no web address, so visitors will not see it.';
  const { hostname } = new URL(address);
  return `Only videos of YouTube and Vimeo can be embedded. The page of ${hostname} was inserted as a link.`;
}

function onOwnLine(line: string, before: string, after: string): string {
  const start = before === '' || before.endsWith('\n') ? '' : '\n';
  const end = after === '' || after.startsWith('\n') ? '' : '\n';
  return start + line + end;
}

/** On one line, between backticks. */
function toInlineCode(code: string): string {
  return `\`${code.replace(/\s+/g, ' ').replaceAll('`', '')}\``;
}

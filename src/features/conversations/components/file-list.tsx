import { Download } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { formatFileSize } from '@/lib/file-size';
import type { ConversationFile } from '../model';
import { useLinkToFile } from '../queries';

/** Downloads by links that expire. */
export function FileList({ files }: { files: readonly ConversationFile[] }) {
  const link = useLinkToFile();
  if (files.length === 0) return null;

  function handleOpen(file: ConversationFile) {
    link.mutate(file, {
      onSuccess: (url) => {
        const anchor = document.createElement('a');
        anchor.href = url;
        anchor.download = file.name;
        anchor.click();
      },
    });
  }

  return (
    <div className="grid gap-2">
      <ul aria-label="Files" className="flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.id} className="max-w-full">
            <Button
              size="small"
              icon={<Download aria-hidden="true" />}
              isPending={link.isPending && link.variables.id === file.id}
              className="max-w-full"
              onClick={() => handleOpen(file)}
            >
              <span className="min-w-0 text-start [overflow-wrap:anywhere]">{file.name}</span>
              <span className="font-normal whitespace-nowrap text-muted">
                {formatFileSize(file.bytes)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {link.error && <Alert kind="danger">{messageOf(link.error)}</Alert>}
    </div>
  );
}

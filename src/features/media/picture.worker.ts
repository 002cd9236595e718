// In a worker, because encoding a large photo takes seconds and would block the page.
// Imported first: zod reads its settings when it is loaded.
import '@/lib/zod-without-eval';
import { encodeOffscreen } from './encode-picture';
import { encodeVariants } from './encode-variants';
import { shrinkPicture } from './shrink-picture';

export type PictureTask = { name: 'variants' | 'shrink'; file: File };

self.addEventListener('message', ({ data: { name, file } }: MessageEvent<PictureTask>) => {
  const result: Promise<unknown> =
    name === 'variants'
      ? encodeVariants(file, encodeOffscreen)
      : shrinkPicture(file, encodeOffscreen);
  result.then(
    (value) => self.postMessage(value),
    () => self.postMessage(null),
  );
});

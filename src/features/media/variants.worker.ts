// In a worker, because encoding a large photo takes seconds and would block the page.
// Imported first: zod reads its settings when it is loaded.
import '@/lib/zod-without-eval';
import { encodeOffscreen, encodeVariants } from './encode-variants';

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  encodeVariants(data, encodeOffscreen).then(
    (variants) => self.postMessage(variants),
    () => self.postMessage([]),
  );
});

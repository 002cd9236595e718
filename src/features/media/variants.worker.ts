// Encoding takes seconds for a large photo: here the page stays answerable meanwhile.
// First: zod reads its settings when it is loaded.
import '@/lib/zod-without-eval';
import { encodeOffscreen, encodeVariants } from './encode-variants';

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  encodeVariants(data, encodeOffscreen).then(
    (variants) => self.postMessage(variants),
    () => self.postMessage([]),
  );
});

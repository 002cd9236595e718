// Encoding takes seconds for a large photo: here the page stays answerable meanwhile.
import { encodeOffscreen, encodeVariants } from './encode-variants';

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  encodeVariants(data, encodeOffscreen).then(
    (variants) => self.postMessage(variants),
    () => self.postMessage([]),
  );
});

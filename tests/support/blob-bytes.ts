// jsdom 26 has no Blob.arrayBuffer, which every browser has.
if (!('arrayBuffer' in Blob.prototype)) {
  Object.assign(Blob.prototype, {
    arrayBuffer(this: Blob) {
      return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve(reader.result));
        reader.addEventListener('error', () => reject(new Error('The file cannot be read')));
        reader.readAsArrayBuffer(this);
      });
    },
  });
}

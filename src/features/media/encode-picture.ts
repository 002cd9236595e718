/** Resizes and encodes; null, or another type, if the browser cannot. */
export type EncodePicture = (
  picture: ImageBitmap,
  size: { width: number; height: number },
  type: 'image/jpeg' | 'image/webp',
  quality: number,
) => Promise<Blob | null>;

/** The size at this width, in the proportions of the picture. */
export function sizeAtWidth(picture: { width: number; height: number }, width: number) {
  return { width, height: Math.max(1, Math.round((width * picture.height) / picture.width)) };
}

export const encodeOffscreen: EncodePicture = (picture, { width, height }, type, quality) => {
  const canvas = new OffscreenCanvas(width, height);
  draw(canvas.getContext('2d'), picture, width, height);
  return canvas.convertToBlob({ type, quality });
};

export const encodeOnPage: EncodePicture = (picture, { width, height }, type, quality) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext('2d'), picture, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
};

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  picture: ImageBitmap,
  width: number,
  height: number,
) {
  if (!context) throw new Error('This browser has no 2D canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
}

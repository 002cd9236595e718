import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A picture that no other run has: stored pictures with the same bytes are found again. */
export function drawPicture(width: number, height: number, type: 'png' | 'jpeg' = 'png') {
  const background = `#${randomBytes(3).toString('hex')}`;
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(type)
    .toBuffer();
}

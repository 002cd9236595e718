import { detectImageType, isAnimated } from '@contracts/image-kind';
import { fileExtension, UPLOAD_IMAGE_TYPES } from '@contracts/upload';

/** Holds the chunks before the pixels, colour profiles of screens included. */
const HEAD_BYTES = 64 * 1024;

async function headOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
}

/** A GIF, or a WebP or PNG of several frames: a canvas would keep the first one only. */
export async function isAnimatedFile(file: Blob): Promise<boolean> {
  return isAnimated(await headOf(file));
}

/** The file with the name and type of its content: the server refuses a JPEG that is called PNG. */
export async function asItIs(file: File): Promise<File> {
  const type = detectImageType(await headOf(file));
  if (type === null) return file;
  const extensions: readonly string[] = UPLOAD_IMAGE_TYPES[type];
  const extension = fileExtension(file.name);
  if (type === file.type && extensions.includes(extension)) return file;
  const base = extension === '' ? file.name : file.name.slice(0, -extension.length - 1);
  const name = extensions.includes(extension) ? file.name : `${base}.${extensions[0]}`;
  return new File([file], name, { type, lastModified: file.lastModified });
}

/** Formats that cameras and programs write and the website cannot show, by extension. */
const FOREIGN_FORMATS: readonly [extensions: readonly string[], format: string, advice: string][] =
  [
    [
      ['heic', 'heif'],
      'HEIC',
      'Export it as JPEG; an iPhone takes JPEGs with Settings, Camera, Formats, Most Compatible.',
    ],
    [['avif'], 'AVIF', 'Save it as WebP or JPEG.'],
    [['tif', 'tiff'], 'TIFF', 'Save it as JPEG or PNG.'],
    [['bmp', 'dib'], 'BMP', 'Save it as PNG.'],
    [['dng', 'cr2', 'cr3', 'nef', 'arw', 'raf', 'orf'], 'RAW', 'Export it as JPEG.'],
  ];

/** 'This is a HEIC picture. …'; null for other files. Some systems give such files no type. */
export function foreignFormat({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  const written = [fileExtension(name), type.replace(/^image\/(?:x-)?/, '')];
  const known = FOREIGN_FORMATS.find(([extensions]) =>
    written.some((extension) => extensions.includes(extension)),
  );
  return known ? `This is a picture in the format ${known[1]}. ${known[2]}` : null;
}

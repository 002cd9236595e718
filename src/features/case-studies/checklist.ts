import { optionalHttpUrlSchema } from '@contracts/url';
import type { CaseStudyInput } from '@contracts/case-study';
import type { PictureFacts } from '@contracts/picture-facts';
import { parseVideo } from '@contracts/video';
import { toPublicImageUrl } from '@/lib/image-url';
import { altOf } from '@/lib/picture-facts';
import { checklistItem, type ChecklistItem } from '@/documents/checklist';
import { isOwnPicture, isStoredRow } from '@/documents/fields';
import { hasFrame } from '@/documents/pasted-embed';
import { caseStudyFields } from './fields';

const TITLE_SHOWN = 60;
const META_MIN = 70;
const META_MAX = 160;

export type PictureState = 'loads' | 'broken';

type RowField = `metrics.${number}.${'value' | 'label'}` | `gallery.${number}.${'url' | 'altText'}`;
type PlainField = Exclude<keyof CaseStudyInput, 'status' | 'technologies' | 'metrics' | 'gallery'>;
/** The field to focus. */
export type ChecklistField = PlainField | RowField;

type Item = ChecklistItem<ChecklistField>;

/**
 * @param pictures whether each picture loads, by public address
 * @param facts of the library
 */
export function checkCaseStudy(
  input: CaseStudyInput,
  pictures: ReadonlyMap<string, PictureState>,
  facts: PictureFacts,
): Item[] {
  return [
    checkTitle(input),
    checkMetaDescription(input),
    checkHero(input),
    checkServiceTags(input),
    checkAltTexts(input, facts),
    checkLinks(input),
    checkEmbeds(input),
    checkPictures(input, pictures),
    checkRows(input),
  ];
}

function checkTitle({ title }: CaseStudyInput): Item {
  const length = [...title.trim()].length;
  const advice =
    length === 0
      ? 'Give it a title.'
      : `Search results cut it after about ${TITLE_SHOWN} characters; it has ${length}.`;
  return checklistItem<ChecklistField>(
    'Title that fits search results',
    length > 0 && length <= TITLE_SHOWN,
    advice,
    'title',
  );
}

function checkMetaDescription({ metaDescription }: CaseStudyInput): Item {
  const length = [...metaDescription.trim()].length;
  const range = `${META_MIN} to ${META_MAX} characters`;
  return checklistItem<ChecklistField>(
    'Description for search results',
    length >= META_MIN && length <= META_MAX,
    length === 0
      ? `Write one of ${range}; without it the first texts of the page are used.`
      : `Keep it to ${range}; it has ${length}.`,
    'metaDescription',
  );
}

function checkHero({ heroImageUrl }: CaseStudyInput): Item {
  return checklistItem<ChecklistField>(
    'Hero picture',
    heroImageUrl.trim() !== '',
    'Choose one. Without it, cards and the page show a drawing.',
    'heroImageUrl',
  );
}

function checkServiceTags({ serviceTags }: CaseStudyInput): Item {
  return checklistItem<ChecklistField>(
    'At least one service tag',
    serviceTags.length > 0,
    'Add the services this work is an example of.',
    'serviceTags',
  );
}

function checkAltTexts({ gallery }: CaseStudyInput, facts: PictureFacts): Item {
  const lacking = gallery.flatMap((row, index) =>
    isStoredRow(caseStudyFields.gallery, row) &&
    !parseVideo(row.url.trim()) &&
    !row.altText.trim() &&
    !altOf(facts, row.url)
      ? index
      : [],
  );
  const places = lacking.map((index) => index + 1).join(', ');
  return checklistItem<ChecklistField>(
    'Alternative text for every gallery picture',
    lacking.length === 0,
    `Describe what picture ${places} shows.`,
    `gallery.${lacking[0] ?? 0}.altText`,
  );
}

function checkLinks(input: CaseStudyInput): Item {
  const [broken] = [
    ...(optionalHttpUrlSchema.safeParse(input.clientUrl).success ? [] : ['clientUrl' as const]),
    ...picturesOf(input).flatMap(({ address, field }) => (isOwnPicture(address) ? [] : field)),
  ];
  return checklistItem<ChecklistField>(
    'Valid links',
    broken === undefined,
    'Complete the address, or choose a picture of this website.',
    broken ?? 'clientUrl',
  );
}

function checkEmbeds(input: CaseStudyInput): Item {
  const found = (['challenge', 'solution', 'results'] as const).find((name) =>
    hasFrame(input[name]),
  );
  return checklistItem<ChecklistField>(
    'No embed code in the texts',
    found === undefined,
    'Visitors see an <iframe> as text. Put the address of the video on a line of its own.',
    found ?? 'challenge',
  );
}

function checkPictures(input: CaseStudyInput, known: ReadonlyMap<string, PictureState>): Item {
  const label = 'Pictures that load';
  const all = picturesOf(input).filter(({ address }) => isOwnPicture(address));
  const broken = all.find(({ address }) => known.get(toPublicImageUrl(address)) === 'broken');
  const field = broken?.field ?? 'heroImageUrl';
  const isChecked = all.every(({ address }) => known.has(toPublicImageUrl(address)));
  const advice = 'Choose another: it could not be loaded from its address.';
  if (!broken && !isChecked) return { label, state: 'checking', advice, field };
  return checklistItem<ChecklistField>(label, !broken, advice, field);
}

function checkRows({ metrics, gallery }: CaseStudyInput): Item {
  const metric = metrics.findIndex(
    (row) => !isStoredRow(caseStudyFields.metrics, row) && (row.value + row.label).trim() !== '',
  );
  const picture = gallery.findIndex((row) => !isStoredRow(caseStudyFields.gallery, row));
  const field: ChecklistField =
    metric >= 0
      ? `metrics.${metric}.${metrics[metric]?.value.trim() ? 'label' : 'value'}`
      : `gallery.${Math.max(picture, 0)}.url`;
  return checklistItem<ChecklistField>(
    'No half-filled rows',
    metric < 0 && picture < 0,
    'Complete or remove it: an incomplete row is not saved.',
    field,
  );
}

/** Public addresses of the pictures to check. */
export function pictureAddresses(input: CaseStudyInput): string[] {
  const addresses = picturesOf(input)
    .filter(({ address }) => isOwnPicture(address))
    .map(({ address }) => toPublicImageUrl(address));
  return [...new Set(addresses)];
}

function picturesOf({ heroImageUrl, clientLogoUrl, gallery }: CaseStudyInput) {
  const fields: { address: string; field: ChecklistField }[] = [
    { address: heroImageUrl.trim(), field: 'heroImageUrl' },
    { address: clientLogoUrl.trim(), field: 'clientLogoUrl' },
    ...gallery.map(({ url }, index) => ({
      address: url.trim(),
      field: `gallery.${index}.url` as const,
    })),
  ];
  return fields.filter(({ address }) => address !== '' && !parseVideo(address));
}

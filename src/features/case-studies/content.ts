import type { PictureFacts } from '@contracts/picture-facts';
import { toCaseStudy, type CaseStudy, type CaseStudyRow } from './model';

/** A saved content: the columns that a save writes, and the rows in their order. */
type Content = {
  study: Omit<CaseStudyRow, 'case_study_metrics' | 'case_study_gallery'>;
  metrics: Omit<CaseStudyRow['case_study_metrics'][number], 'display_order'>[];
  gallery: Omit<CaseStudyRow['case_study_gallery'][number], 'display_order'>[];
};

/**
 * The study as visitors would read this content, which the database has written: see case_study_snapshot.
 *
 * @param savedAt ISO 8601; the page of a study without a year shows the year of this
 */
export function studyOfContent(
  content: unknown,
  id: string,
  savedAt: string,
  pictureFacts: PictureFacts,
): CaseStudy {
  const { study, metrics, gallery } = content as Content;
  return toCaseStudy({
    ...study,
    ...{ id, version: 0, created_at: savedAt, updated_at: savedAt },
    ...{ picture_facts: pictureFacts, confirmations: null },
    case_study_metrics: metrics.map((row, index) => ({ ...row, display_order: index })),
    case_study_gallery: gallery.map((row, index) => ({ ...row, display_order: index })),
  });
}

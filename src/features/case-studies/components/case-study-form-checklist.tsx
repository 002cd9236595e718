import { use, useState } from 'react';
import { Checklist } from '@/documents/components/checklist';
import { tagsFieldId } from '@/documents/components/form-fields';
import { useDebouncedValues } from '@/documents/form';
import { LibraryFacts } from '@/documents/library-facts';
import { checkCaseStudy, pictureAddresses } from '../checklist';
import type { CaseStudyForm } from '../form';
import { usePictureStates } from '../use-picture-states';

export function CaseStudyFormChecklist({ form }: { form: CaseStudyForm }) {
  const values = useDebouncedValues(form);
  // Pictures are loaded only once the list has been opened.
  const [wasOpened, setWasOpened] = useState(false);
  const pictures = usePictureStates(wasOpened ? pictureAddresses(values) : []);
  return (
    <Checklist
      items={checkCaseStudy(values, pictures, use(LibraryFacts) ?? {})}
      onOpen={() => setWasOpened(true)}
      onGo={(field) => {
        if (field === 'serviceTags') document.getElementById(tagsFieldId(field))?.focus();
        else form.setFocus(field);
      }}
    />
  );
}

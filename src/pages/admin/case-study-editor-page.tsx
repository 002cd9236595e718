import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { site } from '@/content/site';
import { CaseStudyEditor } from '@/features/case-studies/components/case-study-editor';
import { DeployLine } from '@/features/deploys/deploy-line';
import { PicturePicker } from '@/features/media/components/picture-picker';
import {
  LostAddressDialog,
  type LostAddress,
} from '@/features/redirects/components/lost-address-dialog';
import { useRedirectOffer } from '@/features/redirects/use-redirect-offer';
import { recheckSession } from '@/features/session/session-store';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

/** Serves both addresses: a study created in a form goes on under its own address, in the same form. */
export function CaseStudyEditorPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const session = useSession();
  const redirectOffer = useRedirectOffer();
  const [lost, setLost] = useState<LostAddress | null>(null);
  const [created, setCreated] = useState<{ at: string | undefined; id: string } | null>(null);
  const [visit, setVisit] = useState({ id, number: 0 });
  if (visit.id !== id) {
    const isSameForm = created !== null && created.at === visit.id && created.id === id;
    setVisit({ id, number: isSameForm ? visit.number : visit.number + 1 });
  }
  useDocumentMeta({
    title: `${id === undefined ? 'New case study' : 'Edit case study'} · ${site.name}`,
    description: '',
    noindex: true,
  });
  return (
    <>
      <CaseStudyEditor
        key={visit.number}
        id={id}
        session={{
          status: session.user
            ? 'signed-in'
            : session.status === 'loading'
              ? 'checking'
              : 'signed-out',
          userId: session.user?.id ?? null,
          email: session.user?.email ?? null,
        }}
        onCreated={(newId) => {
          setCreated({ at: id, id: newId });
          void navigate(paths.adminCaseStudyEdit.to(newId), { replace: true });
        }}
        onDeleted={() => void navigate(paths.adminCaseStudies, { replace: true })}
        onDuplicated={(copyId) => void navigate(paths.adminCaseStudyEdit.to(copyId))}
        onSignInAgain={() => void recheckSession()}
        renderPicturePicker={(picker) => <PicturePicker {...picker} />}
        redirectOffer={redirectOffer}
        onAddressLost={setLost}
        deployNote={<DeployLine />}
      />
      {lost && <LostAddressDialog lost={lost} onClose={() => setLost(null)} />}
    </>
  );
}

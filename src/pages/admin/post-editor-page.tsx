import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { site } from '@/content/site';
import { PostEditor } from '@/features/posts/components/post-editor';
import { DeployLine } from '@/features/deploys/deploy-line';
import { PicturePicker } from '@/features/media/components/picture-picker';
import { makeVariants } from '@/features/media/prepare-upload';
import { uploadImage } from '@/features/media/upload-api';
import {
  LostAddressDialog,
  type LostAddress,
} from '@/features/redirects/components/lost-address-dialog';
import { useRedirectOffer } from '@/features/redirects/use-redirect-offer';
import { recheckSession } from '@/features/session/session-store';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

/** Serves both addresses: a post created in a form goes on under its own address, in the same form. */
export function PostEditorPage() {
  const { id } = useParams();
  const [search] = useSearchParams();
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
    title: `${id === undefined ? 'New post' : 'Edit post'} · ${site.name}`,
    description: '',
    noindex: true,
  });
  return (
    <>
      <PostEditor
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
        startsWith={search.get('view') === 'preview' ? 'preview' : 'write'}
        onCreated={(newId) => {
          setCreated({ at: id, id: newId });
          void navigate(paths.adminPostEdit.to(newId), { replace: true });
        }}
        onDeleted={() => void navigate(paths.adminPosts, { replace: true })}
        onDuplicated={(copyId) => void navigate(paths.adminPostEdit.to(copyId))}
        onSignInAgain={() => void recheckSession()}
        renderPicturePicker={(picker) => <PicturePicker {...picker} />}
        uploadPicture={uploadPicture}
        redirectOffer={redirectOffer}
        onAddressLost={setLost}
        deployNote={<DeployLine />}
      />
      {lost && <LostAddressDialog lost={lost} onClose={() => setLost(null)} />}
    </>
  );
}

async function uploadPicture(file: File): Promise<string> {
  const variants = await makeVariants(file, new AbortController().signal);
  const { url } = await uploadImage(file, { variants });
  return url;
}

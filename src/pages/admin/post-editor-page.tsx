import { useSearchParams } from 'react-router-dom';
import { PostEditor } from '@/features/posts/components/post-editor';
import { postKind } from '@/features/posts/kind';
import { makeVariants } from '@/features/media/prepare-upload';
import { uploadImage } from '@/features/media/api';
import { DocumentEditorPage } from './document-editor-page';

export function PostEditorPage() {
  const [search] = useSearchParams();
  return (
    <DocumentEditorPage kind={postKind}>
      {(slots) => (
        <PostEditor
          {...slots}
          startsWith={search.get('view') === 'preview' ? 'preview' : 'write'}
          uploadPicture={uploadPicture}
        />
      )}
    </DocumentEditorPage>
  );
}

async function uploadPicture(file: File): Promise<string> {
  const variants = await makeVariants(file, new AbortController().signal);
  const { url } = await uploadImage(file, { variants });
  return url;
}

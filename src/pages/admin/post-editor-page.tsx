import { useSearchParams } from 'react-router-dom';
import { PictureUploads } from '@/features/media/components/picture-uploads';
import { PostEditor } from '@/features/posts/components/post-editor';
import { postKind } from '@/features/posts/kind';
import { DocumentEditorPage } from './document-editor-page';

export function PostEditorPage() {
  const [search] = useSearchParams();
  return (
    <DocumentEditorPage kind={postKind}>
      {(slots) => (
        <PostEditor
          {...slots}
          startsWith={search.get('view') === 'preview' ? 'preview' : 'write'}
          renderPictureUploads={(uploads) => <PictureUploads {...uploads} />}
        />
      )}
    </DocumentEditorPage>
  );
}

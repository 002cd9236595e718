// GET /blog/openapi.json
import {
  postCreateSchema,
  postDeletedReplySchema,
  postListReplySchema,
  postQuerySchema,
  postReplySchema,
  postSavedReplySchema,
  postTermsReplySchema,
  postUpdateSchema,
} from '../_shared/contracts/blog.ts';
import { openApi } from '../_shared/openapi.ts';

export function openApiDocument() {
  return openApi(
    {
      title: 'Blog',
      description:
        'Visitors read published posts; staff read and write all. Addresses of pictures that begin ' +
        'with a slash, in `imageUrl` and in `content`, belong to the origin of this interface.',
    },
    [
      {
        method: 'get',
        path: '/blog/posts',
        summary: 'A page of posts, newest first',
        query: postQuerySchema,
        success: { status: 200, schema: postListReplySchema },
        refusals: [400, 401],
      },
      {
        method: 'post',
        path: '/blog/posts',
        summary: 'Write a post. An `id` of your own makes it safe to send twice',
        body: postCreateSchema,
        success: { status: 201, schema: postReplySchema },
        refusals: [400, 401, 403, 409, 413, 415],
      },
      {
        method: 'get',
        path: '/blog/posts/{id}',
        summary: 'One post by its ID or slug',
        success: { status: 200, schema: postReplySchema },
        refusals: [401, 404],
      },
      {
        method: 'put',
        path: '/blog/posts/{id}',
        summary: 'Change a post; absent fields keep their values',
        body: postUpdateSchema,
        isVersioned: true,
        success: { status: 200, schema: postSavedReplySchema },
        refusals: [400, 401, 403, 404, 409, 413, 415],
      },
      {
        method: 'delete',
        path: '/blog/posts/{id}',
        summary: 'Delete a post; staff can restore it for 30 days',
        isVersioned: true,
        success: { status: 200, schema: postDeletedReplySchema },
        refusals: [400, 401, 403, 404, 409],
      },
      {
        method: 'get',
        path: '/blog/categories',
        summary: 'Categories with the number of published posts',
        success: { status: 200, schema: postTermsReplySchema },
        refusals: [401],
      },
      {
        method: 'get',
        path: '/blog/tags',
        summary: 'Tags with the number of published posts',
        success: { status: 200, schema: postTermsReplySchema },
        refusals: [401],
      },
    ],
  );
}

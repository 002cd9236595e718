// GET /projects/openapi.json
import {
  projectCreateSchema,
  projectDeletedReplySchema,
  projectListReplySchema,
  projectPatchSchema,
  projectQuerySchema,
  projectReplaceSchema,
  projectReplySchema,
} from '../_shared/contracts/project.ts';
import { openApi } from '../_shared/openapi.ts';

export function openApiDocument() {
  return openApi(
    {
      title: 'Projects',
      description:
        'Case studies in short. Visitors read the published ones; staff read and write all. An ' +
        '`imageUrl` that begins with a slash belongs to the origin of this interface.',
    },
    [
      {
        method: 'get',
        path: '/projects',
        summary: 'A page of published projects, last changed first',
        query: projectQuerySchema,
        success: { status: 200, schema: projectListReplySchema },
        refusals: [400, 401],
      },
      {
        method: 'post',
        path: '/projects',
        summary: 'Create a project. An `id` of your own makes it safe to send twice',
        body: projectCreateSchema,
        success: { status: 201, schema: projectReplySchema },
        refusals: [400, 401, 403, 409, 413, 415],
      },
      {
        method: 'get',
        path: '/projects/{id}',
        summary: 'One project',
        success: { status: 200, schema: projectReplySchema },
        refusals: [401, 404],
      },
      {
        method: 'put',
        path: '/projects/{id}',
        summary: 'Replace a project; absent fields become empty',
        body: projectReplaceSchema,
        isVersioned: true,
        success: { status: 200, schema: projectReplySchema },
        refusals: [400, 401, 403, 404, 409, 413, 415],
      },
      {
        method: 'patch',
        path: '/projects/{id}',
        summary: 'Change a project; absent fields keep their values',
        body: projectPatchSchema,
        isVersioned: true,
        success: { status: 200, schema: projectReplySchema },
        refusals: [400, 401, 403, 404, 409, 413, 415],
      },
      {
        method: 'delete',
        path: '/projects/{id}',
        summary: 'Delete a project; staff can restore it for 30 days',
        isVersioned: true,
        success: { status: 200, schema: projectDeletedReplySchema },
        refusals: [400, 401, 403, 404, 409],
      },
    ],
  );
}

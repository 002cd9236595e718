import { createMockBlog } from './mock';

export const blog = createMockBlog();

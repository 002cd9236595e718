/** The data of the mock projects service, which needs no server. */
export type SampleProject = {
  id: string;
  title: string;
  description: string;
  imageUrl: string;
  category: string;
  tags: readonly string[];
  /** ISO 8601. */
  createdAt: string;
};

/** Shown, labelled as samples, while the blog cannot be reached. */
export type SamplePost = {
  id: string;
  title: string;
  excerpt: string;
  /** HTML. */
  content: string;
  imageUrl: string;
  imageAlt: string;
  publishedAt: string;
  category: string;
  tags: readonly string[];
  author: { name: string; avatar: string };
};

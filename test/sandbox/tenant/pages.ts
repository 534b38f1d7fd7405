/** Reads all pages of a list in order. Fails after 500 pages, to detect a list that never ends. */
export async function allPages<Row>(
  page: (token: string | undefined) => Promise<{ list: Row[]; nextPageToken?: string | undefined }>,
): Promise<Row[][]> {
  const pages: Row[][] = [];
  let token: string | undefined;
  do {
    if (pages.length >= 500) throw new Error("This list does not end.");
    const { list, nextPageToken } = await page(token);
    pages.push(list);
    token = nextPageToken;
  } while (token);
  return pages;
}

import { exampleList } from './example-list.js';
import { commonPolicy, type ExplorerContent, type ExplorerPage } from './explorer-content.js';
import { graphiqlAdditions, keyBar } from './graphiql-additions.js';

/**
 * Returns a page with GraphiQL. It needs no internet access: it loads nothing from other origins, and its policy permits no
 * requests to them.
 */
export async function graphiql(title: string, { examples, authenticated }: ExplorerContent): Promise<ExplorerPage> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const defaultTabs = examples.map(({ query, variables }) => ({ query, ...(variables !== undefined && { variables }) }));
  // Headers are not stored in the browser, because they can contain a credential.
  const html = renderGraphiQL({ title, endpoint: '/graphql', method: 'POST', defaultTabs, shouldPersistHeaders: false });
  const root = '<div id="root"></div>';
  return {
    html: html.replace(
      root,
      () => graphiqlAdditions + (authenticated ? keyBar : '') + (examples.length > 1 ? exampleList(examples) : '') + root,
    ),
    policy: `${commonPolicy}; script-src 'unsafe-inline' blob:; worker-src blob:; connect-src 'self'`,
  };
}

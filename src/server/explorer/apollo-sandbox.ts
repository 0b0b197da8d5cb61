import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { commonPolicy, type ExplorerContent, type Page } from './explorer-content.js';

/**
 * Apollo's Sandbox in one page. It runs in a frame of Apollo's origin, so it needs a network; the page itself requests the graph.
 * The script that joins the two is a pinned copy in the page: the one on Apollo's CDN changes under fixed addresses, so its integrity
 * cannot be declared. The policy admits no other script by its hash, no other frame, and no request to another origin.
 */
export async function apolloSandbox(title: string, content: ExplorerContent): Promise<Page> {
  const scripts = [await readFile(new URL('../../../assets/apollo-sandbox.js', import.meta.url), 'utf8'), startScript(content)];
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>${ownIcon}<style>html,body,#sandbox{margin:0;height:100%}iframe{border:0}</style></head>
<body>
<div id="sandbox"></div>
${scripts.map((script) => `<script>${script}</script>`).join('\n')}
</body>
</html>
`;
  return {
    html,
    policy: `${commonPolicy}; script-src ${scripts.map(sourceOf).join(' ')}; frame-src https://sandbox.embed.apollographql.com; connect-src 'self'`,
  };
}

/** A page without an icon gets one from Apollo's CDN. */
const ownIcon = '<link rel="icon" href="data:,">';

function startScript({ examples: [first], authenticated }: ExplorerContent): string {
  const initialState = {
    document: first?.query ?? '',
    ...(first?.variables !== undefined && { variables: JSON.parse(first.variables) as unknown }),
    ...(authenticated && { sharedHeaders: { authorization: 'Bearer ' } }),
    includeCookies: false,
  };
  const state = JSON.stringify(initialState).replaceAll('<', '\\u003c');
  return `new window.EmbeddedSandbox({target:'#sandbox',initialEndpoint:location.origin+'/graphql',initialState:${state}});`;
}

/** A script by its hash, as a policy names it. */
const sourceOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { commonPolicy, title, type ExplorerContent, type ExplorerPage } from './example-operations.js';

/**
 * Returns a page with Apollo Sandbox. The Sandbox runs in a frame from Apollo's origin, so it needs internet access; this page
 * sends its requests to the graph. The script that connects the two is a pinned copy in assets/: the one on Apollo's CDN changes
 * without a new address, so its integrity hash cannot be declared. The content security policy permits the page's own scripts
 * by hash, that frame, and requests to its own origin.
 */
export async function apolloSandbox(content: ExplorerContent): Promise<ExplorerPage> {
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

/** Without an icon, the script adds one from Apollo's CDN. */
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

/** Returns a script's hash as a source of the content security policy. */
const sourceOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/*
 * The rules of the pipeline: server → graph → domain → service, each stage importing the next one, the records
 * and the primitives, and every library with its home. The composition roots may import anything; the doctor, any library.
 */

const roots = '^src/((program|doctor)/|(main|index|rest)\\.ts$)';

/** What the files of a folder may import of this project. */
const mayImport = {
  // Of config, the type of the settings.
  server: ['graph', 'config', 'records', 'primitives'],
  graph: ['domain', 'records', 'primitives'],
  domain: ['service', 'records', 'primitives'],
  service: ['records', 'json', 'primitives'],
  // What outlives an operation or is shared by processes: it implements interfaces of domain and primitives.
  storage: ['domain', 'records', 'primitives'],
  sandbox: [],
  config: ['records', 'primitives'],
  // The command that checks a live service: a root, because it also builds a transport.
  doctor: ['service', 'config', 'program', 'sandbox', 'records', 'primitives'],
  records: ['json', 'primitives'],
  // Bytes to values. It knows no endpoint.
  json: ['primitives'],
  primitives: [],
};

/** Where a library or a module of Node may be imported. Every dependency of package.json has a row. */
const homes = {
  'type-graphql': ['graph'],
  'reflect-metadata': ['graph'],
  graphql: ['graph', 'server'],
  // TypeGraphQL imports it.
  'graphql-scalars': [],
  'graphql-ws': ['server'],
  ws: ['server'],
  '@graphql-yoga/render-graphiql': ['server'],
  jose: ['server'],
  'prom-client': ['server'],
  pino: ['server'],
  '@opentelemetry': ['server'],
  zod: ['config'],
  re2js: ['config'],
  dataloader: ['domain'],
  'sanitize-html': ['domain'],
  'html-to-text': ['domain'],
  // Every cache that is bounded by number or size.
  'lru-cache': ['server', 'domain'],
  undici: ['service/transport'],
  // Forms that the service pushes.
  busboy: ['server'],
  '@redis/client': ['storage/redis'],
  // The state file.
  libsql: ['storage/sqlite'],
  // Hashing for the wire, for callers' keys, for what lies at rest, of stock, and on the other side of the wire.
  'node:crypto': ['domain', 'service/transport', 'server', 'storage', 'sandbox'],
  'node:http': ['server', 'sandbox'],
  // The workers of the program.
  'node:cluster': [],
};

/**
 * The subfolders of a stage in their order: the others that each may import. `topLevel` names the files of the stage itself that all
 * of them may import.
 */
const subfolders = {
  // No subfolder imports server.ts.
  server: {
    topLevel: ['dependencies'],
    http: [],
    authentication: ['http'],
    explorer: ['http'],
    telemetry: ['http'],
    operations: ['http', 'telemetry'],
    subscriptions: ['http', 'authentication', 'operations', 'telemetry'],
  },
  // SQLite and Redis know nothing of each other.
  storage: { topLevel: ['[^/]+'], sqlite: [], redis: [] },
  // What the subfolders share is in the folder itself; schema puts them together.
  graph: {
    topLevel: ['context', 'audit', 'type-names', 'format-error'],
    execution: [],
    access: ['execution'],
    types: ['execution', 'access', 'cost'],
    cost: ['execution'],
    federation: ['access', 'types', 'cost'],
    schema: ['access', 'types', 'cost', 'federation'],
  },
  // None of them knows a noun or an endpoint.
  service: {
    topLevel: ['masking'],
    transport: [],
  },
  // No subfolder imports activities.ts, which has an object of each.
  domain: {
    topLevel: ['channels', 'record-lists', 'shared-reads', 'upstream'],
    'at-most-once': [],
    articles: [],
    attendees: [],
    registration: ['at-most-once', 'attendees'],
  },
};

const folder = (name) => `^src/${name}/`;
const escape = (text) => text.replace(/[/.@-]/g, '\\$&');

const stageRules = Object.entries(mayImport).map(([stage, may]) => ({
  name: `${stage}-imports`,
  comment: `${stage} imports ${may.join(' and ') || 'nothing'} of this project, and itself.`,
  severity: 'error',
  from: { path: folder(stage) },
  to: { path: '^src/', pathNot: [stage, ...may].map(folder) },
}));

const subfolderRules = Object.entries(subfolders).flatMap(([stage, { topLevel, ...order }]) =>
  Object.entries(order).map(([name, may]) => ({
    name: `${stage.replace('/', '-')}-${name}-imports`,
    comment: `${stage}/${name} imports ${may.join(', ') || 'no other subfolder'} of ${stage}, and ${topLevel.join(', ') || 'none'} of its own files.`,
    severity: 'error',
    from: { path: folder(`${stage}/${name}`) },
    to: {
      path: folder(stage),
      pathNot: [`^src/${stage}/(${topLevel.join('|')})\\.ts$`, ...[name, ...may].map((each) => folder(`${stage}/${each}`))],
    },
  })),
);

const homeRules = Object.entries(homes).map(([library, folders]) => ({
  name: `home-of-${library.replace(/[@:/]+/g, '-').replace(/^-/, '')}`,
  comment: `${library} is imported in ${folders.join(', ') || 'no stage'}${folders.length > 0 ? ' only' : ''}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: [roots, ...folders.map(folder)] },
  to: { path: library.startsWith('node:') ? `^(node:)?${library.slice(5)}$` : `(^|/)node_modules/${escape(library)}(/|$)` },
}));

module.exports = {
  forbidden: [
    ...stageRules,
    ...subfolderRules,
    ...homeRules,
    {
      name: 'execution-knows-no-noun',
      comment:
        'graph/execution concerns operations of any schema: of this project it imports the error classes, the extensions of a schema that it reads, and primitives only.',
      severity: 'error',
      from: { path: '^src/graph/execution/' },
      to: {
        path: '^src/',
        pathNot: ['^src/graph/execution/', '^src/primitives/', '^src/records/errors\\.ts$'],
      },
    },
    {
      name: 'server-enters-graph',
      comment: 'The server executes operations, measures and audits them. It imports no type of the graph, no resolver and no table.',
      severity: 'error',
      from: { path: '^src/server/' },
      to: {
        path: '^src/graph/',
        pathNot: '/(context|format-error|audit|access/access|cost/operation-cost|execution/[^/]+)\\.ts$',
      },
    },
    {
      name: 'server-gets-settings',
      comment: 'The server gets its settings as an argument. Of config it imports their type.',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/config/', pathNot: '^src/config/config\\.ts$' },
    },
    {
      name: 'storage-implements',
      comment: 'Storage implements interfaces. Of domain it imports those of outcomes and of channels, and nothing that reads or writes.',
      severity: 'error',
      from: { path: '^src/storage/' },
      to: { path: '^src/domain/', pathNot: '^src/domain/(at-most-once/outcome-store|channels)\\.ts$' },
    },
    {
      name: 'json-has-one-entry',
      comment: 'Other files import json/json.ts, not the scan behind it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/json/' },
      to: { path: '^src/json/', pathNot: '^src/json/json\\.ts$' },
    },
    {
      name: 'client-runs-in-apps',
      comment: 'Apps bundle event-graph-client: it imports nothing else of this project and no library.',
      severity: 'error',
      from: { path: '^client/' },
      to: { pathNot: '^client/' },
    },
    {
      name: 'library-serves-nothing',
      comment: 'The library is the graph for servers of others: it imports no server.',
      severity: 'error',
      from: { path: '^src/(index|rest|program/(library|connect-to-service|context-factory))\\.ts$' },
      to: { path: '^src/(server|sandbox)/' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle is one thing in several files.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'declared-dependencies-only',
      comment: 'What runs in production is a dependency, not a development tool or something that came along.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'nothing-unresolvable',
      comment: 'An import that leads nowhere would be checked by no rule here.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // The compiler of this project has no interface for tools; swc reads its syntax, types included.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

// The schema of Mercurius. That of Tailcall has the same fields, and is written by tailcall-config.mjs.
export const schema = `
  type Query {
    attendees(page: Int!, pageSize: Int!): [Attendee!]!
    attendee(id: Int!): Attendee
    schedule: [ScheduleItem!]!
    articles: [Article!]!
    categories: [Category!]!
    tickets: [StockItem!]!
    goods: [StockItem!]!
  }
  type Attendee {
    id: Int! contact: String mobile: String email: String company: String signCode: String source: Int registeredAt: Int
  }
  type ScheduleItem { id: Int! title: String startTime: Int }
  type Article { id: Int! postTitle: String postAuthor: String category: Category }
  type Category { id: Int! name: String count: Int }
  type StockItem { id: Int! name: String num: Int soldNum: Int }
`;

/** The query of the explorer's first tab: it runs without changes and shows the main fields of an activity. */
export const firstQuery = `# Event Graph: one typed graph over an event-management service.
# Press the play button (or Ctrl-Enter), then explore the schema in the docs pane on the left.
query Welcome {
  activity {
    id
    attendees(first: 3) {
      totalCount
      nodes {
        id
        name
        company
        review { state }
        registeredAt
      }
      pageInfo { hasNextPage endCursor }
    }
    schedule {
      days {
        date
        items { title startsAt endsAt place }
      }
    }
    tickets { name unitPrice remainingStock soldOut }
  }
}
`;

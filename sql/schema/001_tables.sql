-- The tables that users write SQL on. Money is DECIMAL(18,4) of the hand's currency; times are UTC unless called local.

create type action as enum (
    'ante', 'dead_blind', 'fee', 'small_blind', 'big_blind', 'button_blind', 'straddle', 'post', 'bring_in',
    'fold', 'check', 'call', 'bet', 'complete', 'raise', 'all_in', 'discard', 'stand_pat', 'show', 'muck', 'return',
    'cash_out', 'expose', 'announce', 'challenge', 'compare', 'propose', 'agree', 'refuse', 'force', 'dead_hand',
    'burn', 'reshuffle', 'replace', 'show_openers'
);
create type street as enum (
    'preflop', 'flop', 'turn', 'river', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'predraw', 'first_draw',
    'second_draw', 'third_draw', 'exchange', 'first_lap', 'second_lap', 'third_lap', 'second', 'showdown'
);
create type betting as enum ('nl', 'pl', 'fl', 'spread', 'cap-nl', 'cap-pl', 'mixed');
create type kind as enum ('cash', 'tournament', 'play', 'unknown');
create type facing as enum ('nothing', 'forced', 'bet', 'raise');

create table files (
    file_id integer primary key,
    path varchar not null,              -- as given; archive members as archive.zip!member.txt; "-" is standard input
    sha256 varchar not null unique,
    bytes bigint not null,
    encoding varchar,
    format varchar,                     -- null: no parser recognised it
    first_seen timestamp not null,
    last_seen timestamp not null,
    hands_read integer not null,        -- = new + duplicate + rejected
    hands_new integer not null,
    hands_duplicate integer not null,
    hands_rejected integer not null,
    lines integer not null,
    lines_unmatched integer not null
);

create table hands (
    hand_id bigint not null,
    site varchar not null,
    site_hand_no varchar not null,
    file_id integer not null,
    line_from integer not null,
    line_to integer not null,
    game varchar not null,
    mix varchar,
    rules varchar,
    rule_options varchar,
    deck tinyint,
    ranking varchar,
    chip decimal(18, 4),
    betting betting not null,
    kind kind not null,
    currency varchar,
    small_blind decimal(18, 4),
    big_blind decimal(18, 4),
    ante decimal(18, 4),
    bring_in decimal(18, 4),
    small_bet decimal(18, 4),
    big_bet decimal(18, 4),
    min_bet decimal(18, 4),
    max_bet decimal(18, 4),
    open_bet decimal(18, 4),
    cap decimal(18, 4),
    tournament_no varchar,
    tournament_name varchar,
    buy_in decimal(18, 4),
    fee decimal(18, 4),
    bounty decimal(18, 4),
    buy_in_currency varchar,
    level varchar,
    table_name varchar,
    max_seats tinyint,
    button_seat tinyint,
    hero_seat tinyint,
    fast_fold boolean,
    played_at timestamp,
    played_local timestamp,
    zone varchar,
    runs tinyint not null,
    board varchar,
    board2 varchar,
    board3 varchar,
    stated_pot decimal(18, 4),
    stated_rake decimal(18, 4),
    rake_parts struct(part varchar, amount decimal(18, 4))[],
    added decimal(18, 4) not null,
    carried_in decimal(18, 4) not null,
    carried_out decimal(18, 4) not null,
    n_players tinyint not null,
    pot decimal(18, 4) not null,
    rake decimal(18, 4) not null,
    showdown boolean not null,
    dead_button boolean not null,
    text_hash ubigint not null,
    text varchar
);

create table seats (
    hand_id bigint not null,
    seat tinyint not null,
    player varchar not null,
    player_key varchar,
    stack decimal(18, 4),
    dealt_in boolean not null,
    hole_cards varchar,
    up_cards varchar,
    final_cards varchar,
    bounty decimal(18, 4),
    position varchar,
    position_no tinyint,
    posted_out_of_position boolean not null,
    put_in decimal(18, 4) not null,
    returned decimal(18, 4) not null,
    won decimal(18, 4) not null,
    adjust decimal(18, 4) not null,
    net decimal(18, 4) not null,
    dead decimal(18, 4) not null,
    saw_showdown boolean not null,
    showed boolean not null,
    mucked boolean not null,
    folded_on street,
    all_in_street street,
    allin_forced boolean not null,
    cashed_out boolean not null,
    line integer not null
);

create table actions (
    hand_id bigint not null,
    seq smallint not null,
    street street not null,
    street_no tinyint not null,
    seat tinyint,
    action action not null,
    amount decimal(18, 4),
    to_amount decimal(18, 4),
    all_in boolean not null,
    n_cards tinyint,
    cards varchar,
    new_cards varchar,
    said varchar,
    target_seat tinyint,
    run tinyint,
    is_decision boolean not null,
    street_bet decimal(18, 4),
    to_call decimal(18, 4),
    pot_before decimal(18, 4),
    stack_before decimal(18, 4),
    level tinyint,
    raises_before tinyint,
    last_raise decimal(18, 4),
    short_raise boolean,
    can_raise boolean,
    players_in tinyint,
    players_behind tinyint,
    expected_seat tinyint,
    facing facing,
    entered_before tinyint,
    callers_before tinyint,
    own_decisions_before tinyint,
    own_last action,
    aggressor_seat tinyint,
    last_street_aggressor tinyint,
    is_aggressor boolean,
    line integer not null
);

create table payouts (
    hand_id bigint not null,
    pot_no tinyint,
    run tinyint,
    side varchar,
    seat tinyint not null,
    amount decimal(18, 4) not null,
    line integer not null
);

create table pots (
    hand_id bigint not null,
    pot_no tinyint not null,
    amount decimal(18, 4) not null,
    paid decimal(18, 4),
    eligible tinyint[] not null
);

create table showdowns (
    hand_id bigint not null,
    pot_no tinyint not null,
    run tinyint not null,
    side varchar not null,
    seat tinyint not null,
    cards varchar,
    category varchar,
    strength integer,
    share_due decimal(18, 4),
    share_paid decimal(18, 4),
    stated varchar
);

create table findings (
    hand_id bigint not null,
    "check" varchar not null,
    rule varchar,
    severity varchar not null,
    seat tinyint,
    seq smallint,
    expected varchar,
    actual varchar,
    message varchar not null
);

create table rejected (
    file_id integer not null,
    line_from integer not null,
    line_to integer not null,
    line integer,
    site varchar,
    site_hand_no varchar,
    kind varchar not null,
    reason varchar not null,
    text varchar
);

create table duplicates (
    file_id integer not null,
    hand_id bigint not null,
    line_from integer not null,
    line_to integer not null,
    same_text boolean not null
);

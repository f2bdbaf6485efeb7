-- What the players all in could expect when the betting closed, over every way the missing cards can fall.

create table allin_equity (
    hand_id bigint not null,
    seat tinyint not null,
    pot_no tinyint not null,
    equity_num bigint not null,
    equity_den bigint not null
);

create table allin_results (
    hand_id bigint not null,
    seat tinyint not null,
    ev_collected decimal(18, 4) not null,
    ev_net decimal(18, 4) not null
);

comment on table allin_equity is 'Share of one pot that a player still in could expect when the betting closed with cards to come, as a reduced fraction';
comment on column allin_equity.hand_id is 'Hand';
comment on column allin_equity.seat is 'Seat of a player still in';
comment on column allin_equity.pot_no is '0 main pot, 1 first side pot and so on';
comment on column allin_equity.equity_num is 'Numerator of his share';
comment on column allin_equity.equity_den is 'Denominator of his share';

comment on table allin_results is 'All-in expected value of each player in the hands where it is counted; in all other hands it is the actual net';
comment on column allin_results.hand_id is 'Hand';
comment on column allin_results.seat is 'Seat';
comment on column allin_results.ev_collected is 'Equity times each pot after its rake, added up; 0 for players who had folded';
comment on column allin_results.ev_net is 'ev_collected less what he put in and did not get back; a cash-out is ignored; actual net for players who had folded';

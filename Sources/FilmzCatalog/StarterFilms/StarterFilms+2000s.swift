extension StarterFilms {
  /// The films and series that began in the years from 2000 to 2009, oldest first.
  static let films2000to2009 = #"""
    tt0144084|American Psycho||2000|movie|102|Crime, Drama|Mary Harron|Christian Bale, Justin Theroux, Josh Lucas, Bill Sage|English, Spanish, Cantonese|USA|7.6|400000
    tt0190332|Crouching Tiger, Hidden Dragon|Wo hu cang long|2000|movie|120|Action, Adventure, Drama|Ang Lee|Chow Yun-Fat, Michelle Yeoh, Zhang Ziyi|Mandarin|Taiwan, Hong Kong, United States, China|7.9|290000
    tt0172495|Gladiator||2000|movie|155|Action, Adventure, Drama|Ridley Scott|Russell Crowe, Joaquin Phoenix, Connie Nielsen|English|United States, United Kingdom, Malta, Morocco|8.5|1700000
    tt0118694|In the Mood for Love|Faa yeung nin wah|2000|movie|98|Drama, Romance|Wong Kar-Wai|Tony Leung Chiu-wai, Maggie Cheung, Siu Ping-Lam|Cantonese, Shanghainese, French, Spanish|Hong Kong, France|8.1|170000
    tt0209144|Memento||2000|movie|113|Mystery, Thriller|Christopher Nolan|Guy Pearce, Carrie-Anne Moss, Joe Pantoliano|English|United States|8.4|1300000
    tt0180093|Requiem for a Dream||2000|movie|102|Drama|Darren Aronofsky|Ellen Burstyn, Jared Leto, Jennifer Connelly, Marlon Wayans|English|USA|8.3|650000
    tt0268978|A Beautiful Mind||2001|movie|135|Biography, Drama, Mystery|Ron Howard|Russell Crowe, Ed Harris, Jennifer Connelly|English|United States|8.2|1000000
    tt0211915|Amélie|Le fabuleux destin d'Amélie Poulain|2001|movie|122|Comedy, Romance|Jean-Pierre Jeunet|Audrey Tautou, Mathieu Kassovitz, Rufus|French, Russian, English|France, Germany|8.3|810000
    tt0185906|Band of Brothers||2001|series|60|Drama, History, War||Scott Grimes, Damian Lewis, Ron Livingston|English, German, French|United Kingdom, United States|9.4|550000
    tt0246578|Donnie Darko||2001|movie|113|Drama, Mystery, Sci-Fi|Richard Kelly|Jake Gyllenhaal, Jena Malone, Mary McDonnell|English|United States|8.0|890000
    tt0241527|Harry Potter and the Sorcerer's Stone|Harry Potter and the Philosopher's Stone|2001|movie|152|Adventure, Family, Fantasy|Chris Columbus|Richard Harris, Maggie Smith, Robbie Coltrane, Saunders Triplets|English|UK, USA|7.6|520000
    tt0198781|Monsters, Inc.||2001|movie|92|Animation, Adventure, Comedy|Pete Docter, David Silverman, Lee Unkrich|Billy Crystal, John Goodman, Mary Gibbs|English|United States|8.1|1000000
    tt0166924|Mulholland Drive||2001|movie|147|Drama, Mystery, Thriller|David Lynch|Naomi Watts, Laura Harring, Justin Theroux|English, Spanish, French|France, United States|7.9|420000
    tt0240772|Ocean's Eleven||2001|movie|116|Crime, Thriller|Steven Soderbergh|George Clooney, Brad Pitt, Julia Roberts|English, Italian, Mandarin|United States|7.7|660000
    tt0126029|Shrek||2001|movie|90|Animation, Adventure, Comedy|Andrew Adamson, Vicky Jenson|Mike Myers, Eddie Murphy, Cameron Diaz|English|United States|7.9|760000
    tt0245429|Spirited Away|Sen to Chihiro no kamikakushi|2001|movie|124|Animation, Adventure, Family|Hayao Miyazaki|Rumi Hiiragi, Miyu Irino, Mari Natsuki|Japanese|Japan|8.6|880000
    tt0120737|The Lord of the Rings: The Fellowship of the Ring||2001|movie|178|Adventure, Drama, Fantasy|Peter Jackson|Elijah Wood, Ian McKellen, Orlando Bloom|English, Sindarin|New Zealand, United States, United Kingdom|8.9|2100000
    tt0264464|Catch Me If You Can||2002|movie|141|Biography, Crime, Drama|Steven Spielberg|Leonardo DiCaprio, Tom Hanks, Christopher Walken|English, French|United States, Canada|8.1|1200000
    tt0317248|City of God|Cidade de Deus|2002|movie|130|Crime, Drama|Fernando Meirelles, Kátia Lund|Alexandre Rodrigues, Leandro Firmino, Matheus Nachtergaele|Portuguese|Brazil|8.6|810000
    tt0295297|Harry Potter and the Chamber of Secrets||2002|movie|161|Adventure, Family, Fantasy|Chris Columbus|Daniel Radcliffe, Rupert Grint, Emma Watson|English, Latin|United Kingdom, United States|7.5|740000
    tt0145487|Spider-Man||2002|movie|121|Action, Adventure, Sci-Fi|Sam Raimi|Tobey Maguire, Kirsten Dunst, Willem Dafoe|English|United States|7.4|940000
    tt0121765|Star Wars: Episode II - Attack of the Clones||2002|movie|142|Action, Adventure, Fantasy|George Lucas|Hayden Christensen, Natalie Portman, Ewan McGregor|English|United States, United Kingdom|6.6|800000
    tt0258463|The Bourne Identity||2002|movie|119|Action, Mystery, Thriller|Doug Liman|Matt Damon, Franka Potente, Chris Cooper, Clive Owen|English, French, German, Dutch, Italian|USA, Germany, Czech Republic|7.9|450000
    tt0167261|The Lord of the Rings: The Two Towers||2002|movie|179|Adventure, Drama, Fantasy|Peter Jackson|Elijah Wood, Ian McKellen, Viggo Mortensen|English, Sindarin, Old English|New Zealand, United States|8.8|1900000
    tt0253474|The Pianist||2002|movie|150|Biography, Drama, Music|Roman Polanski|Adrien Brody, Thomas Kretschmann, Frank Finlay|English, German, Russian|France, Poland, Germany, United Kingdom, United States|8.5|990000
    tt0306414|The Wire||2002–2008|series|60|Crime, Drama, Thriller||Dominic West, Lance Reddick, Sonja Sohn|English|United States|9.3|390000
    tt0266543|Finding Nemo||2003|movie|100|Animation, Adventure, Comedy|Andrew Stanton, Lee Unkrich|Albert Brooks, Ellen DeGeneres, Alexander Gould|English|United States|8.2|1100000
    tt0266697|Kill Bill: Vol. 1||2003|movie|111|Action, Crime, Thriller|Quentin Tarantino|Uma Thurman, David Carradine, Daryl Hannah|English, Japanese, French|United States|8.2|1200000
    tt0364569|Oldboy|Oldeuboi|2003|movie|120|Action, Drama, Mystery|Park Chan-wook|Choi Min-sik, Yoo Ji-tae, Kang Hye-jeong|Korean|South Korea|8.3|650000
    tt0325980|Pirates of the Caribbean: The Curse of the Black Pearl||2003|movie|143|Action, Adventure, Fantasy|Gore Verbinski|Johnny Depp, Geoffrey Rush, Orlando Bloom|English|United States|8.1|1200000
    tt0167260|The Lord of the Rings: The Return of the King||2003|movie|201|Action, Adventure, Drama|Peter Jackson|Elijah Wood, Viggo Mortensen, Ian McKellen|English, Quenya, Old English, Sindarin|New Zealand, United States|9.0|2000000
    tt0234215|The Matrix Reloaded||2003|movie|138|Action, Sci-Fi|Lana Wachowski, Lilly Wachowski|Keanu Reeves, Laurence Fishburne, Carrie-Anne Moss|English, French|United States, Australia|7.2|640000
    tt0363163|Downfall|Der Untergang|2004|movie|156|Biography, Drama, History|Oliver Hirschbiegel|Bruno Ganz, Alexandra Maria Lara, Ulrich Matthes|German, Russian|Germany, Austria, Italy|8.2|380000
    tt0338013|Eternal Sunshine of the Spotless Mind||2004|movie|108|Drama, Romance, Sci-Fi|Michel Gondry|Jim Carrey, Kate Winslet, Tom Wilkinson|English|United States|8.3|1100000
    tt0304141|Harry Potter and the Prisoner of Azkaban||2004|movie|142|Adventure, Family, Fantasy|Alfonso Cuarón|Daniel Radcliffe, Richard Griffiths, Pam Ferris, Fiona Shaw|English|UK, USA|7.8|440000
    tt0347149|Howl's Moving Castle|Hauru no ugoku shiro|2004|movie|119|Animation, Adventure, Family|Hayao Miyazaki|Chieko Baishô, Takuya Kimura, Akihiro Miwa|Japanese|Japan|8.2|470000
    tt0411008|Lost||2004–2010|series|44|Adventure, Drama, Fantasy||Jorge Garcia, Josh Holloway, Yunjin Kim|English|United States|8.3|610000
    tt0317705|The Incredibles||2004|movie|115|Animation, Action, Adventure|Brad Bird|Craig T. Nelson, Samuel L. Jackson, Holly Hunter|English, French|United States|8.0|830000
    tt0332280|The Notebook||2004|movie|123|Drama, Romance|Nick Cassavetes|Tim Ivey, Gena Rowlands, Starletta DuPois, James Garner|English|USA|7.9|440000
    tt0417299|Avatar: The Last Airbender||2005–2008|series|23|Animation, Action, Adventure||Dee Bradley Baker, Zach Tyler Eisen, Mae Whitman|English|United States|9.3|390000
    tt0372784|Batman Begins||2005|movie|140|Action, Crime, Drama|Christopher Nolan|Christian Bale, Michael Caine, Ken Watanabe|English, Mandarin|United Kingdom, United States|8.2|1600000
    tt0330373|Harry Potter and the Goblet of Fire||2005|movie|157|Adventure, Family, Fantasy|Mike Newell|Eric Sykes, Timothy Spall, David Tennant, Daniel Radcliffe|English, French|UK, USA|7.7|450000
    tt0460649|How I Met Your Mother||2005–2014|series|22|Comedy, Romance||Josh Radnor, Jason Segel, Cobie Smulders, Neil Patrick Harris|English|USA|8.4|450000
    tt0121766|Star Wars: Episode III - Revenge of the Sith||2005|movie|140|Action, Adventure, Fantasy|George Lucas|Hayden Christensen, Natalie Portman, Ewan McGregor|English|United States|7.6|890000
    tt0386676|The Office||2005–2013|series|22|Comedy||Steve Carell, Jenna Fischer, John Krasinski|English|United States|9.0|750000
    tt0434409|V for Vendetta||2005|movie|132|Action, Drama, Sci-Fi|James McTeigue|Natalie Portman, Hugo Weaving, Stephen Rea, Stephen Fry|English|USA, UK, Germany|8.2|890000
    tt0381061|Casino Royale||2006|movie|144|Action, Adventure, Thriller|Martin Campbell|Daniel Craig, Eva Green, Judi Dench|English, French|United Kingdom, Czech Republic, United States, Germany|8.0|710000
    tt0877057|Death Note|Desu nôto|2006–2007|series|24|Animation, Crime, Drama||Mamoru Miyano, Brad Swaile, Vincent Tong|Japanese|Japan|8.9|400000
    tt0457430|Pan's Labyrinth|El laberinto del fauno|2006|movie|118|Drama, Fantasy, War|Guillermo del Toro|Ivana Baquero, Ariadna Gil, Sergi López|Spanish|Mexico, Spain|8.2|710000
    tt0407887|The Departed||2006|movie|151|Crime, Drama, Thriller|Martin Scorsese|Leonardo DiCaprio, Matt Damon, Jack Nicholson|English, Cantonese|United States, Hong Kong|8.5|1400000
    tt0458352|The Devil Wears Prada||2006|movie|109|Comedy, Drama|David Frankel|Meryl Streep, Anne Hathaway, Emily Blunt, Stanley Tucci|English, French|USA, France|6.9|320000
    tt0405094|The Lives of Others|Das Leben der Anderen|2006|movie|137|Drama, Mystery, Thriller|Florian Henckel von Donnersmarck|Ulrich Mühe, Martina Gedeck, Sebastian Koch|German|Germany, France|8.4|410000
    tt0482571|The Prestige||2006|movie|130|Drama, Mystery, Sci-Fi|Christopher Nolan|Hugh Jackman, Christian Bale, Michael Caine, Piper Perabo|English|USA, UK|8.5|980000
    tt0373889|Harry Potter and the Order of the Phoenix||2007|movie|138|Adventure, Family, Fantasy|David Yates|Daniel Radcliffe, Harry Melling, Jason Boyd, Richard Macklin|English|UK, USA|7.5|410000
    tt0804503|Mad Men||2007–2015|series|47|Drama||Jon Hamm, Elisabeth Moss, Vincent Kartheiser|English|United States|8.7|270000
    tt0477348|No Country for Old Men||2007|movie|122|Crime, Drama, Thriller|Ethan Coen, Joel Coen|Tommy Lee Jones, Javier Bardem, Josh Brolin, Woody Harrelson|English, Spanish|USA|8.1|710000
    tt0382932|Ratatouille||2007|movie|111|Animation, Adventure, Comedy|Brad Bird, Jan Pinkava|Brad Garrett, Lou Romano, Patton Oswalt|English, French|United States|8.1|860000
    tt0898266|The Big Bang Theory||2007–2019|series|22|Comedy, Romance||Johnny Galecki, Jim Parsons, Kaley Cuoco|English|United States|8.1|880000
    tt0903747|Breaking Bad||2008–2013|series|49|Crime, Drama, Thriller||Bryan Cranston, Aaron Paul, Anna Gunn|English, Spanish|United States|9.5|2300000
    tt0371746|Iron Man||2008|movie|126|Action, Adventure, Sci-Fi|Jon Favreau|Robert Downey Jr., Gwyneth Paltrow, Terrence Howard|English, Persian, Urdu, Arabic, Kurdish|United States|7.9|1200000
    tt1139797|Let the Right One In|Låt den rätte komma in|2008|movie|114|Drama, Fantasy, Horror|Tomas Alfredson|Kåre Hedebrant, Lina Leandersson, Per Ragnar|Swedish|Sweden|7.8|230000
    tt1010048|Slumdog Millionaire||2008|movie|120|Drama, Romance|Danny Boyle, Loveleen Tandan(co-director)|Dev Patel, Saurabh Shukla, Anil Kapoor, Raj Zutshi|English, Hindi, French|UK, France, USA|8.0|710000
    tt0468569|The Dark Knight||2008|movie|152|Action, Crime, Drama|Christopher Nolan|Christian Bale, Heath Ledger, Aaron Eckhart|English, Mandarin|United States, United Kingdom|9.0|2900000
    tt0910970|WALL·E||2008|movie|98|Animation, Adventure, Family|Andrew Stanton|Ben Burtt, Elissa Knight, Jeff Garlin|English|United States|8.4|1200000
    tt0499549|Avatar||2009|movie|162|Action, Adventure, Fantasy|James Cameron|Sam Worthington, Zoe Saldaña, Sigourney Weaver|English, Spanish|United States|7.9|1400000
    tt0417741|Harry Potter and the Half-Blood Prince||2009|movie|153|Adventure, Family, Fantasy|David Yates|Daniel Radcliffe, Michael Gambon, Dave Legeno, Elarica Johnson|English|UK, USA|7.6|380000
    tt0361748|Inglourious Basterds||2009|movie|153|Adventure, Drama, War|Quentin Tarantino|Brad Pitt, Diane Kruger, Eli Roth|English, German, French, Italian|Germany, United States|8.4|1600000
    tt1049413|Up||2009|movie|96|Animation, Adventure, Comedy|Pete Docter, Bob Peterson|Edward Asner, Jordan Nagai, John Ratzenberger|English|United States|8.3|1100000
    """#
}
